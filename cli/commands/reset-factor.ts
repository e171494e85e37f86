/** `tablewright reset-factor`: the way out when nobody who may reset the second factor of an account can sign in. */
import { CommandError } from '../exit-codes.ts'
import { setAction, type Context, type Program } from '../program.ts'
import { interpolate } from '../../runtime/i18n/i18n.ts'
import { withDatabase } from '../serving/with-database.ts'
import type { DatabaseFlags } from '../settings.ts'
import { addDatabaseOptions } from './database-options.ts'

/** Adds the command to the program. */
export function registerResetFactor(program: Program): void {
  const command = program.add(
    'reset-factor <username>',
    {
      'zh-cn': '移除管理员的双重验证，并结束其全部会话',
      en: 'remove the second factor of an administrator and end all their sessions',
    },
    [
      [
        'tablewright reset-factor admin',
        { 'zh-cn': 'admin 之后只用密码登录', en: 'admin then signs in with the password alone' },
      ],
    ],
  )
  addDatabaseOptions(program, command)
  setAction(command, resetFactor)
}

async function resetFactor(context: Context, [username = '']: readonly string[], flags: DatabaseFlags): Promise<void> {
  const isReset = await withDatabase(context, flags, (server, scope) => server.resetFactorOf(scope, username))
  if (!isReset)
    throw new CommandError('refused', {
      message: interpolate(
        {
          'zh-cn': '未作更改：没有启用双重验证的管理员“{{username}}”。',
          en: 'Nothing was changed: no administrator “{{username}}” has a second factor.',
        },
        { username },
      ),
      hint: {
        'zh-cn': '请检查用户名，以及 --data 或 --database 是否指向正在使用的数据库。',
        en: 'Check the username, and that --data or --database name the database in use.',
      },
    })
  const done = {
    'zh-cn': '已移除“{{username}}”的双重验证，其全部会话已结束。',
    en: 'The second factor of “{{username}}” was removed, and all sessions of the account have ended.',
  }
  context.print({ ok: true, username }, [context.t(done, { username })])
}
