import { vi } from 'vitest';

/**
 * Lets each test file load the nodes anew: unit tests share a process, and what a file leaves in the state of a module (a
 * cache, a timer on a clock that is gone) reaches no other file.
 */
vi.resetModules();
