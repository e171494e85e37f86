/** `tablewright design` (hidden): the process of the designer; the server that started it asks it over its channel. */
import { createDesigner, isRequest } from '../designing/designer.ts'
import { setAction, type Context, type Program } from '../program.ts'
import { loadDevServer } from '../serving/server.ts'
import { databaseSettings } from '../settings.ts'

/** Adds the command to the program. */
export function registerDesign(program: Program): void {
  const command = program.add(
    'design',
    { 'zh-cn': '设计器的进程', en: 'the process of the designer' },
    [['tablewright design', { 'zh-cn': '由服务端启动', en: 'started by the server' }]],
    { hidden: true },
  )
  setAction(command, design)
}

async function design(context: Context): Promise<void> {
  const answer = createDesigner(context, databaseSettings(context), { load: () => loadDevServer(context.root) })
  let last: Promise<unknown> = Promise.resolve()
  process.on('message', (request: unknown) => {
    if (!isRequest(request)) return
    // One after the other: a preview never sees half of what is applied.
    last = last
      .then(() => answer(request.method, request.input))
      .then(
        (result) => process.send?.({ id: request.id, answer: result }),
        (error: unknown) =>
          process.send?.({ id: request.id, error: error instanceof Error ? error.message : String(error) }),
      )
  })
  process.send?.('ready')
  await new Promise<void>((resolve) => process.once('disconnect', resolve))
}
