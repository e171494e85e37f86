/** The built server as the commands use it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Product } from '../build/products.ts'
import { serverFile } from '../build/server.ts'
import { CommandError } from '../exit-codes.ts'
import type { Context } from '../program.ts'
import { prepareInChild } from './prepare.ts'

/** What `.build/server/main.mjs` exports. */
export type Server = typeof import('../../runtime/main.server.ts')

/** Where the products lie that a running server needs. */
export interface ServerPaths {
  readonly readerScript: string
  readonly validatorsRoot: string
  readonly webRoot: string
}

export const serverPaths = (root: string): ServerPaths => ({
  readerScript: join(root, '.build/server/reader.mjs'),
  validatorsRoot: join(root, '.build/validators/server'),
  webRoot: join(root, '.build/web'),
})

/** Generates and builds what is stale, then loads the server. Throws a CommandError when the schemas are wrong or a product cannot be made. */
export async function loadServer(context: Context, products: readonly Product[], build = true): Promise<Server> {
  if (build) await prepareInChild(context, products)
  const file = serverFile(context.root)
  if (!existsSync(file)) throw notBuiltError()
  return (await import(pathToFileURL(file).href)) as Server
}

const notBuiltError = (): CommandError =>
  new CommandError('environment', {
    message: {
      'zh-cn': '还没有构建过服务端，--no-build 无从启动。',
      en: 'The server was never built, so --no-build has nothing to start.',
    },
    hint: { 'zh-cn': '去掉 --no-build 运行一次。', en: 'Run once without --no-build.' },
  })
