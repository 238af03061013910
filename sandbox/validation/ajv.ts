import { Ajv } from 'ajv';

/** Compiles every schema of the sandbox: reports all errors at once and converts no values. */
export const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, coerceTypes: false });
