/** Nothing is sent any more: the execution was cancelled, or another item of the run ended it. */
export class RunEnded extends Error {}
