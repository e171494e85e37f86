/** The public API of the web core for generated code, modules and `main.web.tsx`. */
export { startWeb } from './shell/start.tsx'
export type { ValidatorLoaders, ValidatorMap, WebModule, WebOptions as WebParts } from './modules/registry.ts'
export { defineWebModule, type ModuleScreens, type PartNames } from './fields/define-module.ts'
export type { InputProps } from './fields/input.ts'
export { OptionTag } from './fields/enum/OptionTag.tsx'
export type { CellProps } from './fields/renderer.ts'
export { Can, type CanProps } from './permissions/Can.tsx'
export { can, useCan } from './auth/permissions.ts'
