/** `tablewright prepare` (hidden): generates and builds, so that the command that needs it stays small. */
import { isProduct } from '../build/products.ts'
import { setAction, type Program } from '../program.ts'
import { prepare } from '../serving/prepare.ts'

/** Adds the command to the program. */
export function registerPrepare(program: Program): void {
  const command = program.add(
    'prepare <products...>',
    { 'zh-cn': '生成并构建', en: 'generate and build' },
    [['tablewright prepare server web', { 'zh-cn': '构建服务端和网页端', en: 'build the server and the web client' }]],
    { hidden: true },
  )
  setAction(command, (context, products) => prepare(context, products.filter(isProduct)))
}
