/** Generating and building, in this process or in one of their own. */
import { isGeneratedFresh } from '../build/generated.ts'
import { areProductsFresh, buildProducts, type Product } from '../build/products.ts'
import { ChildProcessError } from '../exit-codes.ts'
import type { Context } from '../program.ts'
import { runNode } from '../running/child.ts'
import { ensureGenerated } from './ensure-generated.ts'

/**
 * Generates, then builds what is stale. Throws a CommandError when the schemas are wrong or a product cannot be made.
 */
export async function prepare(context: Context, products: readonly Product[]): Promise<void> {
  await ensureGenerated(context)
  await buildProducts(context, products)
}

/**
 * The same in a child process when anything is to be done: builders take hundreds of megabytes, which a server would
 * hold for as long as it runs.
 * Throws a ChildProcessError when the child has already printed the error.
 */
export async function prepareInChild(context: Context, products: readonly Product[]): Promise<void> {
  if (isGeneratedFresh(context) && areProductsFresh(context, products)) return
  const program = process.argv[1]
  if (program === undefined) return prepare(context, products)
  const words = [
    'prepare',
    ...products,
    '--root',
    context.root,
    '--lang',
    context.language,
    ...(context.json ? ['--json'] : []),
    ...(context.verbose ? ['--verbose'] : []),
  ]
  const code = await runNode([program, ...words], context.root, { toStderr: !context.json })
  if (code !== 0) throw new ChildProcessError(code)
}
