/** The public API of the web core for generated code, modules and `main.web.tsx`. */
import type { ComponentProps } from 'react'
import type { ChartProps } from './chart/Chart.tsx'
import type { OptionLabel as OptionLabelOfEnums } from './fields/enum/OptionLabel.tsx'
import { lazyComponent } from './loading/lazy-component.tsx'

export { startWeb } from './shell/start.tsx'
export type { ValidatorLoaders, ValidatorMap, WebModule, WebOptions as WebParts } from './modules/registry.ts'
export { defineWebModule, type NamedComponents, type PartNames } from './fields/define-module.ts'
export type { InputProps } from './fields/input.ts'
export type { CellProps } from './fields/renderer.ts'
export { getData, postData } from './api/client.ts'
export { Can, type CanProps } from './permissions/Can.tsx'
export { can, useCan } from './auth/permissions.ts'
export { useStaleWhileRevalidate } from './api/stale-while-revalidate.ts'
export { formatDecimal } from './fields/decimal/format.ts'
export { listAddress } from './fields/naming.ts'
export { useLanguage } from './i18n/language.ts'
export { defineTexts, type TranslationOf } from './i18n/texts.ts'
export { useIsPageActive } from './page/page.ts'

/**
 * An option of an enumeration, as lists show it. Loaded when it is first shown: this file is part of the first load.
 */
export const OptionLabel = lazyComponent<ComponentProps<typeof OptionLabelOfEnums>>(
  async () => (await import('./fields/enum/OptionLabel.tsx')).OptionLabel,
)

/** A chart with its data as a table. Loaded when it is first shown, and the chart library when there is data. */
export const Chart = lazyComponent<ChartProps>(async () => (await import('./chart/Chart.tsx')).Chart)
