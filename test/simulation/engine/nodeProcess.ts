import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import type { INodeType, INodeTypes } from 'n8n-workflow';
import ts from 'typescript';

import { START, startNodeType } from '../../support/workflow.ts';
import type { BreakingChange } from '../codeChanges.ts';
import { n8nCore, require } from './n8n.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface ModuleBox {
	exports: unknown;
}

type ModuleFunction = (
	exports: unknown,
	requireModule: (specifier: string) => unknown,
	module: ModuleBox,
) => void;

/** Compiled source files as they are on the disk. */
const unchanged = new Map<string, ModuleFunction>();

/** The nodes' source files, compiled once for all processes. */
class CompiledSources {
	private readonly changed = new Map<string, ModuleFunction>();

	private readonly change: BreakingChange | undefined;

	constructor(change: BreakingChange | undefined) {
		this.change = change;
	}

	get(file: string): ModuleFunction {
		const change = this.change && nodeFile(this.change.file) === file ? this.change : undefined;
		const known = change ? this.changed : unchanged;
		let compiled = known.get(file);
		if (!compiled) {
			compiled = this.compile(file, change);
			known.set(file, compiled);
		}
		return compiled;
	}

	private compile(file: string, change: BreakingChange | undefined): ModuleFunction {
		const text = readFileSync(file, 'utf8');
		const source = change ? text.replace(change.code, () => change.becomes) : text;
		if (change && source === text) throw new Error(`${file} does not have ${change.code}`);
		const { outputText } = ts.transpileModule(source, {
			fileName: file,
			compilerOptions: {
				module: ts.ModuleKind.CommonJS,
				target: ts.ScriptTarget.ES2022,
				esModuleInterop: true,
				inlineSourceMap: true,
			},
		});
		return compileFunction(outputText, ['exports', 'require', 'module'], {
			filename: file,
		}) as ModuleFunction;
	}
}

const resolveFile = (from: string, specifier: string): string => {
	const path = join(dirname(from), specifier);
	const file = [`${path}.ts`, join(path, 'index.ts')].find((candidate) => existsSync(candidate));
	if (!file) throw new Error(`${from} imports ${specifier}, which does not exist`);
	return file;
};

/** Modules of one process: each is run once, so that state in a module lives as long as the process does. */
class ModuleRegistry {
	private readonly modules = new Map<string, ModuleBox>();

	private readonly resolved: Map<string, string>;

	private readonly sources: CompiledSources;

	constructor(sources: CompiledSources, resolved: Map<string, string>) {
		this.sources = sources;
		this.resolved = resolved;
	}

	load(file: string): unknown {
		const known = this.modules.get(file);
		if (known) return known.exports;
		const module: ModuleBox = { exports: {} };
		this.modules.set(file, module);
		const requireModule = (specifier: string): unknown =>
			specifier.startsWith('.') ? this.load(this.resolve(file, specifier)) : require(specifier);
		this.sources.get(file)(module.exports, requireModule, module);
		return module.exports;
	}

	private resolve(file: string, specifier: string): string {
		const key = `${file} ${specifier}`;
		let target = this.resolved.get(key);
		if (target === undefined) {
			target = resolveFile(file, specifier);
			this.resolved.set(key, target);
		}
		return target;
	}
}

/** An n8n process as far as the nodes see one: their own copy of all module state. */
export class NodeProcess {
	readonly action: INodeType;

	constructor(sources: NodeSources) {
		this.action = sources.instantiate();
	}

	/** @param isDeclarative whether the action node is seen as by an n8n that does not know `customOperations` */
	nodeTypes(isDeclarative: boolean): INodeTypes {
		const action = isDeclarative
			? (Object.create(this.action, { customOperations: { value: undefined } }) as INodeType)
			: this.action;
		const byName = (name: string): INodeType => (name === START ? startNodeType : action);
		return { getByName: byName, getByNameAndVersion: byName, getKnownTypes: () => ({}) };
	}
}

/** Something that the trigger keeps in memory, and knows how much. */
export interface Memory {
	readonly size: number;
}

/** The trigger node with module state of its own, and what that state holds. */
export interface TriggerProcess {
	node: INodeType;
	/** Events that it remembers. */
	events: Memory;
	/** Signing secrets that it keeps. */
	secrets: Memory;
}

type MemoryClass = new (...parameters: unknown[]) => Memory;

/** The nodes' sources, from which any number of processes can be started. */
export class NodeSources {
	private readonly sources: CompiledSources;

	private readonly resolved = new Map<string, string>();

	private shared: NodeProcess | undefined;

	/** @param change is made in the sources first */
	constructor(change?: BreakingChange) {
		this.sources = new CompiledSources(change);
	}

	/** One process for many histories: to start one takes longer than most histories do. */
	sharedProcess(): NodeProcess {
		this.shared ??= new NodeProcess(this);
		return this.shared;
	}

	/** Puts another process in its place: one that was killed left something behind. */
	restartSharedProcess(): NodeProcess {
		this.shared = new NodeProcess(this);
		return this.shared;
	}

	/** The action node with module state of its own. */
	instantiate(): INodeType {
		const { PodFulfilment } = this.newRegistry().load(nodeFile('PodFulfilment.node.ts')) as {
			PodFulfilment: new () => INodeType;
		};
		const node = new PodFulfilment();
		// As n8n's loader does: it adds 'Request Options' to a declarative node.
		n8nCore.DirectoryLoader.applyDeclarativeNodeOptionParameters(node);
		return node;
	}

	/** @param mostEvents how many events it may remember; undefined for as many as the node says */
	startTrigger(mostEvents: number | undefined): TriggerProcess {
		const registry = this.newRegistry();
		const memories = new Map<string, Memory>();
		const watch = (name: string, path: string, parameters?: unknown[]): void => {
			const module = registry.load(nodeFile(path)) as Record<string, MemoryClass>;
			const Original = module[name] as MemoryClass;
			module[name] = class extends Original {
				constructor(...own: unknown[]) {
					super(...(parameters ?? own));
					memories.set(name, this);
				}
			};
		};
		watch(
			'DeliveryDeduplicator',
			'trigger/webhook/deliveryDeduplicator.ts',
			mostEvents === undefined ? undefined : [mostEvents],
		);
		watch('SigningSecretCache', 'trigger/webhook/signingSecretCache.ts');
		const { PodFulfilmentTrigger } = registry.load(nodeFile('PodFulfilmentTrigger.node.ts')) as {
			PodFulfilmentTrigger: new () => INodeType;
		};
		const memory = (name: string): Memory => {
			const found = memories.get(name);
			if (!found) throw new Error(`The trigger makes no ${name}`);
			return found;
		};
		return {
			node: new PodFulfilmentTrigger(),
			events: memory('DeliveryDeduplicator'),
			secrets: memory('SigningSecretCache'),
		};
	}

	private newRegistry(): ModuleRegistry {
		return new ModuleRegistry(this.sources, this.resolved);
	}
}

const nodeFile = (path: string): string => join(root, 'nodes', 'PodFulfilment', path);
