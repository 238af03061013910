import type { IDataObject } from 'n8n-workflow';

export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text of a value that should be one; empty when it is none. */
export const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

export const upperFirst = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
