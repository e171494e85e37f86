/** The public face of the web core: what generated code, modules and `main.web.tsx` may use. */
export { startWeb } from './shell/start.tsx'
export type { ValidatorLoaders, ValidatorMap, WebModule, WebParts } from './shell/parts.ts'
export { defineWebModule, type ModuleScreens, type PartNames } from './module.ts'
export type { InputProps } from './fields/input.ts'
export type { CellProps } from './fields/look.ts'
export { Can, type CanProps } from './session/Can.tsx'
export { can, useCan } from './session/rights.ts'
