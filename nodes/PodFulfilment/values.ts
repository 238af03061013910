import type { IDataObject } from 'n8n-workflow';

export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text of a value that should be one; empty when it is none. */
export const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

export const upperFirst = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/**
 * Compares two labels for sorting. By code unit, which for the nodes' own English labels is the order of the alphabet:
 * the first call of localeCompare costs n8n's start more than reading all other files of the package.
 */
export const byAlphabet = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
