import type { RunRecord } from '../history/record.ts';
import { taskId } from '../service/catalog.ts';
import { shownRun, type Played } from './played.ts';

/** A mockup task is the one that was asked for, beside the credits that the headers tell, or beside none. */
export function falseTasks({ catalog }: Played, run: RunRecord): string[] {
	const { result, plan } = run;
	if (!result || (plan.operation !== 'tasks' && plan.operation !== 'task')) return [];
	const told = catalog.credits;
	const credits = told && { ...told, remaining: told.included - told.used };
	return result.items
		.filter(({ json }) => json.error === undefined)
		.flatMap(({ json }) => [
			...(plan.operation === 'task' && json.id !== taskId(0)
				? [`${shownRun(run)}: the task is ${String(json.id)}`]
				: []),
			...(JSON.stringify(json.credits) === JSON.stringify(credits)
				? []
				: [`${shownRun(run)}: the credits are ${JSON.stringify(json.credits)}`]),
		]);
}
