/** Pages that a site has switched off: their routes answer as if they did not exist, and menus omit them. */
import { memoizeByObject } from '../../protocol/index.ts'
import type { Settings } from './settings.ts'

type ModuleDecisions = Pick<Settings, 'modules' | 'own' | 'modulesOff' | 'modulePages'>

/** Names of the pages, in lower case. */
const pagesOff = memoizeByObject((settings: ModuleDecisions): readonly string[] =>
  [
    ...settings.modules.flatMap((module) =>
      Object.entries(module.settings).flatMap(([name, setting]) =>
        setting.type === 'switch' && settings.own[name] !== true ? (setting.pages ?? []) : [],
      ),
    ),
    ...settings.modulesOff.flatMap((module) => settings.modulePages[module] ?? []),
  ].map((page) => page.toLowerCase()),
)

/** @param module name of a module; absent = of the framework */
export const isModuleOff = ({ modulesOff }: Pick<Settings, 'modulesOff'>, module: string | undefined): boolean =>
  module !== undefined && modulesOff.includes(module)

/** @param name of a page, or of a right below it, in any case */
export function isSwitchedOff(settings: ModuleDecisions, name: string): boolean {
  const pages = pagesOff(settings)
  const requested = name.toLowerCase()
  return pages.some((page) => requested === page || requested.startsWith(`${page}/`))
}

/** A cache key: the same pages give the same text. */
export const switchedOffKey = (settings: ModuleDecisions): string => pagesOff(settings).join()
