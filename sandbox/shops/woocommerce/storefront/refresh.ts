/**
 * Script of the shop's page: looks each second for what has changed, and shows it where it is. The rest of the page stays
 * as it is, with its focus and its place on the screen.
 */
export const REFRESH = `
const look = async () => {
	try {
		const text = await (await fetch('/')).text();
		const now = new DOMParser().parseFromString(text, 'text/html').querySelectorAll('[data-live]');
		document.querySelectorAll('[data-live]').forEach((part, index) => {
			if (now[index] && now[index].innerHTML !== part.innerHTML) part.innerHTML = now[index].innerHTML;
		});
	} catch {
		// The shop has ended, or begins anew.
	}
	setTimeout(look, 1000);
};
setTimeout(look, 1000);
`;
