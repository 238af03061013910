// What is done in the video, a scene for each row of its table in RELEASING.md.

import type { Sandbox } from '../../../sandbox/index.ts';
import type { Screen } from './screen.ts';

/** For what takes long: n8n's npm, and the polling trigger, which n8n asks once a minute. */
const WAIT_MS = 90_000;

/** The External ID of the order. */
const ORDER = 'VIDEO-1';

const PACKAGE = 'n8n-nodes-pod-fulfilment';
const CREATE = 'Create an order to print and ship';

interface Play {
	screen: Screen;
	sandbox: Sandbox;
}
type Scene = (play: Play) => Promise<void>;

const install: Scene = async ({ screen }) => {
	await screen.press('Settings');
	await screen.press('Community nodes');
	await screen.press('Install a community node');
	const dialog = screen.page.getByTestId('communityPackageInstall-modal');
	await dialog.locator('input').first().fill(PACKAGE);
	await screen.press('I understand the risks …', dialog);
	await screen.press('Install', dialog.getByTestId('install-community-package-button'));
	await dialog.waitFor({ state: 'hidden', timeout: WAIT_MS });
	await screen.see(PACKAGE);
	await screen.pause(2000);
	await screen.press('Settings');
};

const saveCredential: Scene = async ({ screen, sandbox }) => {
	const { page } = screen;
	const { apiKey } = sandbox.accounts.demo;
	await screen.pressSign('+', 'universal-add');
	await screen.press('New credential');
	await page.keyboard.type('POD');
	await screen.press('POD Fulfilment API');
	await screen.press('Continue');
	const form = page.getByTestId('editCredential-modal');
	const key = form.getByTestId('apiKey').locator('input').first();
	await form.getByTestId('baseUrl').locator('input').first().fill(sandbox.url);
	await key.fill(`${apiKey.slice(0, -1)}x`);
	await screen.press('Save', form);
	await screen.press('More details', form);
	await screen.see('The service refused the API key …', form);
	await screen.pause(2000);
	await key.fill(apiKey);
	await screen.press('Save', form);
	await screen.see('Connection tested successfully', form);
	await screen.pause(1500);
	await form.getByRole('button', { name: 'Close this dialog' }).click();
};

const composeOrder: Scene = async ({ screen }) => {
	await newWorkflow(screen);
	await screen.press('Trigger manually');
	await addAction(screen, CREATE);
	const { fields } = screen;
	await fields.type('External ID', ORDER);
	const recipient = fields.group('Recipient');
	await recipient.type('Name', 'Ada Example');
	await recipient.type('Address Line 1', 'Musterstrasse 12');
	await recipient.type('City', 'Berlin');
	await recipient.type('ZIP or Postal Code', '10115');
	await recipient.choose('Country', 'Germany, Deutschland (DE)');
	const item = fields.row('Items', 1);
	await item.add('Product');
	await item.pick('Product', 'Unisex Organic T-Shirt');
	await item.pick('Variant', 'Navy / M');
	await screen.pause();
};

const checkOrder: Scene = async ({ screen }) => {
	await screen.choose('Then', 'Check Only');
	await screen.execute('Execute step', '1 problem, nothing was sent');
	await screen.see('Print File', screen.node);
	await screen.fields.row('Items', 1).type('Print File', 'https://files.example.com/motif.png');
	await screen.execute('Execute step', 'No problems found');
};

const placeOrder: Scene = async ({ screen }) => {
	await screen.choose('Then', 'Place as a Draft');
	await screen.execute('Execute step', 'is produced once it is confirmed');
	await screen.press('JSON', screen.output);
	await screen.see('"placed"', screen.output);
	await screen.execute('Execute step', 'This order already existed');
	await screen.see('"existing"', screen.output);
	await screen.pause(2000);
	await screen.closeNode();
};

const publishTrigger: Scene = async ({ screen }) => {
	await newWorkflow(screen);
	await search(screen, 'POD Fulfilment Polling');
	await screen.press('On order status changed');
	await screen.execute('Fetch Test Event', 'order.updated');
	await screen.closeNode();
	await screen.press('Publish');
	await screen.press('Publish', screen.page.getByTestId('workflowPublish-modal'));
	await screen.press('Got it');
};

const confirmOrder: Scene = async ({ screen }) => {
	await screen.press('Overview');
	await screen.press('My workflow');
	await addAction(screen, 'Confirm an order for production');
	await screen.locate('Order', 'External ID', ORDER);
	await screen.execute('Execute step', 'Released for production');
	await screen.closeNode();
};

const failOrder: Scene = async ({ screen }) => {
	await screen.open(CREATE);
	const item = screen.fields.row('Items', 1);
	const input = await screen.locate('Variant', 'By ID', undefined, item);
	const id = await input.inputValue();
	await input.fill(id.slice(0, -1) + (id.endsWith('0') ? '1' : '0'));
	await screen.execute('Execute step', 'was not found');
	await screen.pause(2000);
	await screen.closeNode();
};

const runTool: Scene = async ({ screen }) => {
	await newWorkflow(screen);
	await search(screen, 'AI Agent', 'AI Agent');
	await screen.node.waitFor();
	await screen.see('Tool', screen.node);
	await screen.page.getByTestId('add-subnode-ai_tool-0').click();
	await search(screen, 'POD Fulfilment Tool');
	await screen.choose('Operation', 'Get');
	await screen.locate('Order', 'External ID', ORDER);
	await screen.execute('Execute step', ORDER);
	await screen.pause(2000);
	await screen.closeNode();
};

const lookAtExecution: Scene = async ({ screen }) => {
	const { page } = screen;
	await screen.press('Overview');
	await screen.press('My workflow 2');
	await screen.press('Executions');
	// n8n's list of what to do once a workflow is published.
	await page.keyboard.press('Escape');
	const executions = page.getByTestId(/^execution-details-/);
	await executions.nth(1).waitFor({ timeout: WAIT_MS });
	await screen.pause();
	await executions.first().click();
	await screen.open('POD Fulfilment Polling Trigger');
	await screen.see(`"${ORDER}"`, screen.output);
	await screen.pause(3000);
};

/** Begins a workflow: the panel of nodes is open. */
async function newWorkflow(screen: Screen): Promise<void> {
	await screen.pressSign('+', 'universal-add');
	await screen.press('New workflow');
	await screen.page.getByTestId('canvas-add-button').click();
}

/** Chooses a node in the open panel of nodes. */
async function search(screen: Screen, node: string, text = 'print on demand'): Promise<void> {
	const panel = screen.page.getByTestId('node-creator');
	await panel.getByRole('textbox').fill(text);
	await screen.press(node, panel);
}

/** Adds an action behind the last node. */
async function addAction(screen: Screen, action: string): Promise<void> {
	await screen.page.getByTestId('canvas-handle-plus').last().click();
	await search(screen, 'POD Fulfilment');
	await screen.press(action);
	await screen.node.waitFor();
	await screen.pause();
}

/** In the order of the table. */
export const SCENES: readonly Scene[] = [
	...[install, saveCredential, composeOrder, checkOrder, placeOrder, publishTrigger],
	...[confirmOrder, failOrder, runTool, lookAtExecution],
];
