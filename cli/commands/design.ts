/** `tablewright design` (hidden): the process of the designer; the server that started it asks it over its channel. */
import { Option } from 'commander'
import { createDesigner, isRequest } from '../designing/designer.ts'
import { createFollower } from '../designing/follow.ts'
import { setAction, type Context, type Program } from '../program.ts'
import { loadDevServer, loadServer } from '../serving/server.ts'
import { databaseSettings } from '../settings.ts'

/** Adds the command to the program. */
export function registerDesign(program: Program): void {
  const command = program.add(
    'design',
    { 'zh-cn': '设计器的进程', en: 'the process of the designer' },
    [['tablewright design', { 'zh-cn': '由服务端启动', en: 'started by the server' }]],
    { hidden: true },
  )
  command.addOption(new Option('--build').hideHelp())
  setAction(command, design)
}

interface DesignFlags {
  /** The server is one of `serve`: nothing follows the files but this process. */
  readonly build?: boolean
}

async function design(context: Context, _args: readonly string[], flags: DesignFlags): Promise<void> {
  const settings = databaseSettings(context)
  const answer = createDesigner(
    context,
    settings,
    flags.build
      ? { load: () => loadServer(context, [], false), follow: createFollower(context, settings) }
      : { load: () => loadDevServer(context.root) },
  )
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
  // The next start takes back what this one has begun; it may not go on beside that.
  if (flags.build) process.exit()
}
