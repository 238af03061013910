import type { Kind } from './placements.ts';

/** Template of a product; its variants are every colour in every size. */
export interface Family {
	name: string;
	kind: Kind;
	brand: string;
	description: string;
	colours: readonly string[];
	sizes: readonly string[];
	/** Options that an order of a variant can or must set. */
	options?: readonly OptionFamily[];
}

export interface OptionFamily {
	id: string;
	label: string;
	required: boolean;
	values: readonly string[];
}

const CLOTHING_SIZES = ['S', 'M', 'L', 'XL', '2XL', '3XL'] as const;
const CHILDREN_SIZES = ['98/104', '110/116', '122/128', '134/146'] as const;
const POSTER_SIZES = ['21x30 cm', '30x40 cm', '50x70 cm', '61x91 cm'] as const;
const PHONES = ['iPhone 15', 'iPhone 16', 'iPhone 16 Pro', 'Galaxy S24', 'Galaxy S25', 'Pixel 9'];
const ONE_SIZE = ['One Size'] as const;

const DIAL_COLOR: OptionFamily = {
	id: 'dial_color',
	label: 'Dial colour',
	required: true,
	values: ['black', 'white', 'silver', 'gold'],
};
const HAND_STYLE: OptionFamily = {
	id: 'hand_style',
	label: 'Hands',
	required: false,
	values: ['classic', 'modern'],
};
const THREAD_COLOR: OptionFamily = {
	id: 'thread_color',
	label: 'Thread colour',
	required: false,
	values: ['white', 'black', 'gold', 'red', 'navy'],
};
const GIFT_BOX: OptionFamily = {
	id: 'gift_box',
	label: 'Gift box',
	required: false,
	values: ['none', 'kraft', 'black'],
};

/** The products of the catalog. The first ones cover every rule that applies to an order. */
export const FAMILIES: readonly Family[] = [
	{
		name: 'Unisex Organic T-Shirt',
		kind: 't-shirt',
		brand: 'Nordwear',
		description:
			'<p>Soft <strong>organic cotton</strong>, 180 g/m&sup2;.</p><ul><li>Regular fit</li><li>Tear-away label</li></ul>',
		colours: ['White', 'Black', 'Navy', 'Forest Green', 'Heather Grey', 'Burgundy', 'Sky Blue'],
		sizes: CLOTHING_SIZES,
	},
	{
		name: 'Wooden Wall Clock',
		kind: 'wall-clock',
		brand: 'Zeitraum',
		description: '<p>Silent movement in a <em>birch plywood</em> frame, 30 cm across.</p>',
		colours: ['Birch', 'Walnut'],
		sizes: ['30 cm', '40 cm'],
		options: [DIAL_COLOR, HAND_STYLE],
	},
	{
		name: 'Ceramic Mug',
		kind: 'mug',
		brand: '',
		description: '<p>Dishwasher-safe ceramic with a glossy finish.</p>',
		colours: ['White', 'Black', 'Red', 'Navy', 'Yellow', 'Pink'],
		sizes: ['325 ml', '440 ml'],
	},
	{
		name: 'Embroidered Baseball Cap',
		kind: 'cap',
		brand: 'Capworks',
		description:
			'<p>Six panels, low profile. Order with <code>unlimited_color</code> for threads in any colour.</p>',
		colours: ['Black', 'Navy', 'Khaki', 'White', 'Red'],
		sizes: ONE_SIZE,
		options: [THREAD_COLOR],
	},
	{
		name: 'Premium Hoodie',
		kind: 'hoodie',
		brand: 'Nordwear',
		description:
			'<p>Brushed inside, <strong>85% cotton</strong>.</p><ul><li>Kangaroo pocket</li><li>Double-lined hood</li></ul>',
		colours: ['Black', 'Navy', 'Heather Grey', 'Burgundy'],
		sizes: CLOTHING_SIZES,
	},
	{
		name: 'Matte Poster',
		kind: 'poster',
		brand: '',
		description: '<p>Museum-quality paper, 200 g/m&sup2;, matte.</p>',
		colours: ['Portrait', 'Landscape'],
		sizes: POSTER_SIZES,
	},
	{
		name: 'Tough Phone Case',
		kind: 'phone-case',
		brand: 'Shellcase',
		description: '<p>Two layers, raised edges, wireless charging.</p>',
		colours: ['Glossy', 'Matte'],
		sizes: PHONES,
	},
	{
		name: 'Engraved Bamboo Keyring',
		kind: 'engraved',
		brand: '',
		description: '<p>Laser-engraved on one side.</p>',
		colours: ['Bamboo', 'Walnut'],
		sizes: ['Round', 'Rectangle', 'Heart'],
		options: [GIFT_BOX],
	},
	{
		name: 'Cotton Tote Bag',
		kind: 'tote-bag',
		brand: 'Bagsmith',
		description: '<p>Long handles, 140 g/m&sup2; cotton.</p>',
		colours: ['Natural', 'Black', 'Navy'],
		sizes: ONE_SIZE,
	},
	{
		name: 'Fitted T-Shirt',
		kind: 't-shirt',
		brand: 'Nordwear',
		description: '<p>Slightly waisted, <strong>organic cotton</strong>.</p>',
		colours: ['White', 'Black', 'Pink', 'Navy'],
		sizes: ['XS', 'S', 'M', 'L', 'XL'],
	},
	{
		name: "Children's T-Shirt",
		kind: 't-shirt',
		brand: 'Nordwear Kids',
		description: '<p>Soft seams, washable at 40&nbsp;&deg;C.</p>',
		colours: ['White', 'Yellow', 'Sky Blue', 'Red'],
		sizes: CHILDREN_SIZES,
	},
	{
		name: 'Long-Sleeve T-Shirt',
		kind: 't-shirt',
		brand: 'Nordwear',
		description: '<p>Ribbed cuffs, 190 g/m&sup2;.</p>',
		colours: ['White', 'Black', 'Navy', 'Burgundy'],
		sizes: CLOTHING_SIZES,
	},
	{
		name: 'Zip Hoodie',
		kind: 'hoodie',
		brand: 'Nordwear',
		description: '<p>Full zip, two pockets.</p>',
		colours: ['Black', 'Heather Grey', 'Forest Green', 'Navy'],
		sizes: CLOTHING_SIZES,
	},
	{
		name: 'Crewneck Sweatshirt',
		kind: 'hoodie',
		brand: 'Woolrow',
		description: '<p>Set-in sleeves, ribbed collar.</p>',
		colours: ['White', 'Black', 'Burgundy', 'Navy'],
		sizes: CLOTHING_SIZES,
	},
	{
		name: 'Enamel Camping Mug',
		kind: 'mug',
		brand: 'Outfire',
		description: '<p>Enamelled steel, 350&nbsp;ml. Not for the microwave.</p>',
		colours: ['White', 'Navy', 'Forest Green'],
		sizes: ['350 ml'],
	},
	{
		name: 'Colour-Changing Mug',
		kind: 'mug',
		brand: '',
		description: '<p>Shows the print when filled with something hot.</p>',
		colours: ['Black', 'Red', 'Navy'],
		sizes: ['325 ml'],
	},
	{
		name: 'Insulated Steel Bottle',
		kind: 'bottle',
		brand: 'Outfire',
		description: '<p>Keeps drinks cold for 24 hours. <em>Printed or engraved.</em></p>',
		colours: ['Steel', 'Black', 'White', 'Sky Blue'],
		sizes: ['500 ml', '750 ml'],
		options: [GIFT_BOX],
	},
	{
		name: 'Glossy Poster',
		kind: 'poster',
		brand: '',
		description: '<p>Photo paper, 250 g/m&sup2;, glossy.</p>',
		colours: ['Portrait', 'Landscape'],
		sizes: POSTER_SIZES,
	},
	{
		name: 'Framed Poster',
		kind: 'poster',
		brand: 'Zeitraum',
		description: '<p>Matte poster behind acrylic, ready to hang.</p>',
		colours: ['Black', 'White', 'Oak'],
		sizes: POSTER_SIZES,
	},
	{
		name: 'Canvas Print',
		kind: 'canvas',
		brand: '',
		description: '<p>Stretched over a 2&nbsp;cm pine frame; the edge can be printed too.</p>',
		colours: ['White Edge', 'Mirrored Edge'],
		sizes: ['40x30 cm', '60x40 cm', '80x60 cm', '120x80 cm'],
	},
	{
		name: 'Slim Phone Case',
		kind: 'phone-case',
		brand: 'Shellcase',
		description: '<p>One millimetre thin.</p>',
		colours: ['Clear', 'Black'],
		sizes: PHONES,
	},
	{
		name: 'Round Wall Clock',
		kind: 'wall-clock',
		brand: '',
		description: '<p>Acrylic glass front, battery included.</p>',
		colours: ['White', 'Black'],
		sizes: ['25 cm'],
		options: [DIAL_COLOR],
	},
	{
		name: 'Square Cushion',
		kind: 'cushion',
		brand: 'Woolrow',
		description: '<p>Printed on both sides, filling included.</p>',
		colours: ['White'],
		sizes: ['40x40 cm', '50x50 cm', '60x60 cm'],
	},
	{
		name: 'Hardcover Notebook',
		kind: 'notebook',
		brand: 'Papierhaus',
		description: '<p>160 pages, ruled or blank.</p>',
		colours: ['White', 'Black', 'Kraft'],
		sizes: ['A5 ruled', 'A5 blank'],
	},
	{
		name: 'Vinyl Sticker',
		kind: 'sticker',
		brand: '',
		description: '<p>Weatherproof, cut to shape.</p>',
		colours: ['Glossy', 'Matte', 'Transparent'],
		sizes: ['7.5 cm', '10 cm', '14 cm'],
	},
	{
		name: 'Knitted Beanie',
		kind: 'cap',
		brand: 'Capworks',
		description: '<p>Embroidered cuff, one size fits most.</p>',
		colours: ['Black', 'Navy', 'Burgundy', 'Heather Grey', 'Yellow'],
		sizes: ONE_SIZE,
		options: [THREAD_COLOR],
	},
];
