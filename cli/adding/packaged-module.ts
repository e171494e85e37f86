/** Modules of the package in a product: it names them in its package.json and loads them on both sides. */
import { interpolate } from '../../runtime/i18n/i18n.ts'
import { registerModule } from '../code/register-module.ts'
import { CommandError } from '../exit-codes.ts'
import { neededModules, readProduct } from '../product.ts'
import type { Written } from './code.ts'
import { addToProduct } from './schemas.ts'

/**
 * Adds a module of the package, after the one that it needs.
 * @throws CommandError when the code of the product has no place for it
 */
export function addPackagedModule(root: string, module: string): Written {
  const needed = neededModules[module]
  if (needed !== undefined && readProduct(root)?.modules.includes(needed) === false) addPackagedModule(root, needed)
  const left = registerModule(root, module, true)
  if (left.length > 0) throw notRegistered(left)
  addToProduct(root, module)
  return ['package.json', 'runtime/main.server.ts', 'runtime/main.web.tsx']
}

export const notRegistered = (paths: readonly string[]): CommandError =>
  new CommandError('refused', {
    message: interpolate(
      { 'zh-cn': '无法在 {{paths}} 中加上模块。', en: 'The module could not be added to {{paths}}.' },
      { paths: paths.join(', ') },
    ),
    hint: { 'zh-cn': '请按其他模块的写法手工加上。', en: 'Add it by hand, as the other modules are.' },
  })
