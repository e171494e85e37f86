/** The public face of the web core: what generated code, modules and `main.web.tsx` may use. */
export { startWeb } from './shell/start.tsx'
export type { ValidatorLoaders, ValidatorMap, WebModule, WebParts } from './shell/parts.ts'
