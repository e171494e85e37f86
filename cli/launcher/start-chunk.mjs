// What each start of the command line loads: Node takes as long to find and link a small file as to read it.

const folders = '(?:build|launcher|running|serving)'
const own = String.raw`cli[\\/](?:[^\\/]+\.ts|${folders}[\\/].*|commands[\\/](?:serve|apply)\.ts)`
const shared = String.raw`runtime[\\/](?:protocol|i18n)[\\/].*`

/** Packages that every command uses. A package that is published keeps them outside, with their licences. */
const startPackages = ['commander', 'fastest-levenshtein', 'i18next', 'picocolors']

/** What to bundle; of the last one and what it uses, `generate` would find and read sixty files. */
export const bundledPackages = [...startPackages, 'json-schema-to-typescript']

/** As `groups` of a bundle: what `serve` needs until it loads the server, in one file. */
export const startChunk = {
  start: new RegExp(`[\\\\/](?:${own}|${shared}|node_modules[\\\\/](?:${startPackages.join('|')})[\\\\/].*)$`),
}
