/**
 * All products a running application is made of, in the order they follow from each other. Each is made only when it
 * is stale.
 */
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Text } from '../../runtime/protocol/index.ts'
import { CommandError } from '../exit-codes.ts'
import { withLock } from '../launcher/lock.mjs'
import { layoutOf, type Layout } from '../layout.ts'
import type { ProjectPaths } from '../paths.ts'
import type { Context } from '../program.ts'
import { buildReader, isReaderFresh } from './reader.ts'
import { buildServer, isServerFresh } from './server.ts'
import { areValidatorsFresh, buildValidators } from './validators.ts'
import { requireWebFolders } from './web-folder.ts'
import { buildWeb, isWebFresh } from './web.ts'

interface Builder {
  readonly name: Text
  /** Makes the product if it is stale; false = nothing was to do. */
  readonly build: (root: string, layout: Layout) => Promise<boolean>
  readonly isFresh: (layout: Layout) => boolean
}

const builders = {
  validators: {
    name: { 'zh-cn': '校验器', en: 'validators' },
    build: async (root, layout) => (await buildValidators(root, layout)) > 0,
    isFresh: areValidatorsFresh,
  },
  reader: {
    name: { 'zh-cn': '数据库读取线程', en: 'database reader' },
    build: async (root, layout) => {
      await buildReader(root, layout)
      return false
    },
    isFresh: isReaderFresh,
  },
  server: { name: { 'zh-cn': '服务端', en: 'server' }, build: buildServer, isFresh: isServerFresh },
  web: { name: { 'zh-cn': '网页端', en: 'web client' }, build: buildWeb, isFresh: isWebFresh },
} as const satisfies Record<string, Builder>
export type Product = keyof typeof builders

/** What commands need that talk to the database without a browser. */
export const serverProducts: readonly Product[] = ['validators', 'reader', 'server']
export const allProducts: readonly Product[] = [...serverProducts, 'web']

/** True for the name of a product. */
export const isProduct = (name: string): name is Product => Object.hasOwn(builders, name)

/** True when there is nothing to make. Cheap: it loads no builder. */
export function areProductsFresh(paths: ProjectPaths, products: readonly Product[]): boolean {
  const layout = layoutOf(paths)
  return products.every((product) => builders[product].isFresh(layout))
}

/** Makes the products that are stale; one process at a time. Throws a CommandError (exit 3) when one cannot be made. */
export async function buildProducts(context: Context, products: readonly Product[]): Promise<void> {
  const { root } = context
  if (products.includes('web')) requireWebFolders([root, layoutOf(context).framework])
  await withLock(
    join(root, '.build/products.lock'),
    async () => {
      for (const product of products) await buildProduct(context, product)
    },
    () =>
      context.log(
        context.t({
          'zh-cn': '另一个进程正在构建，等待中…',
          en: 'Another process is building. Waiting…',
        }),
      ),
  )
}

async function buildProduct(context: Context, product: Product): Promise<void> {
  const { name, build } = builders[product]
  const startedAt = performance.now()
  try {
    if (!(await build(context.root, layoutOf(context)))) return
  } catch (error) {
    throw buildError(name, error)
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  context.log(
    context.colors.dim(
      context.t(
        { 'zh-cn': '已构建{{name}}（{{seconds}} 秒）', en: 'Built {{name}} ({{seconds}} s)' },
        { name: context.t(name), seconds },
      ),
    ),
  )
}

function buildError(name: Text, error: unknown): CommandError {
  const reason = stripVTControlCharacters(error instanceof Error ? error.message : String(error))
  const message: Text = { 'zh-cn': `${name['zh-cn']}构建失败。`, en: `The ${name.en} could not be built.` }
  return new CommandError('environment', {
    message,
    reason: { 'zh-cn': reason, en: reason },
    hint: {
      'zh-cn': '请修正上面指出的源文件后重试。',
      en: 'Fix the source file named above, then try again.',
    },
  })
}
