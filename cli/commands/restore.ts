/** `tablewright restore`: puts a backup in the place of database and uploaded files. */
import { join, resolve } from 'node:path'
import { serverProducts } from '../build/products.ts'
import { withFileErrors } from '../log-problems.ts'
import { setAction, type Context, type Program } from '../program.ts'
import { loadServer } from '../serving/server.ts'
import { databaseSettings, type DatabaseFlags } from '../settings.ts'
import { sizeText, timeName } from './backup.ts'
import { addDatabaseOptions } from './database-options.ts'

interface RestoreFlags extends DatabaseFlags {
  readonly force?: boolean
}

/** Adds the command to the program. */
export function registerRestore(program: Program): void {
  const command = program.add(
    'restore <folder>',
    {
      'zh-cn': '恢复备份；服务须已停止，备份先整体校验',
      en: 'restore a backup; the server has to be stopped, and the whole backup is verified first',
    },
    [
      [
        'tablewright restore /mnt/nas/monday',
        { 'zh-cn': '恢复到空的数据目录或空的数据库', en: 'into an empty data folder or database' },
      ],
      [
        'tablewright restore /mnt/nas/monday --force',
        { 'zh-cn': '替换现有的 SQLite 数据库，并保留其副本', en: 'replace an SQLite database, and keep a copy of it' },
      ],
    ],
  )
  command.option(
    '--force',
    program.t({
      'zh-cn': '替换现有的 SQLite 数据库；原有的保留在 backups 中',
      en: 'replace an SQLite database that is there; it is kept below backups',
    }),
  )
  addDatabaseOptions(program, command)
  setAction(command, runRestore)
}

async function runRestore(context: Context, [folder = '']: readonly string[], flags: RestoreFlags): Promise<void> {
  const server = await loadServer(context, serverProducts)
  const { dataFolder, databaseUrl } = databaseSettings(context, flags)
  const restore = () =>
    server.restoreBackup({
      source: resolve(context.workingFolder, folder),
      databaseUrl,
      uploadFolder: server.uploadFolderOf(dataFolder),
      replaced: flags.force ? `replaced-${timeName(new Date())}` : null,
    })
  const report = await server.withDatabaseErrors(databaseUrl, () => withFileErrors(restore()))
  const kept = report.replaced ?? ''
  context.print({ ok: true, ...report }, [
    context.t(
      {
        'zh-cn': '已恢复 {{time}} 的备份：数据库和 {{files}} 个文件，共 {{size}} MB。',
        en: 'The backup of {{time}} was restored: the database and {{files}} files, {{size}} MB.',
      },
      { time: new Date(report.created * 1000).toISOString(), files: report.files, size: sizeText(report.bytes) },
    ),
    ...(kept === ''
      ? []
      : [
          context.t(
            { 'zh-cn': '原有的数据库保留在 {{kept}}。', en: 'The database that was there is in {{kept}}.' },
            { kept },
          ),
        ]),
    context.t(
      {
        'zh-cn':
          'secret.key 不在备份内：请先将原来的密钥放到 {{key}}，再启动服务。没有它，须重新填写设置中的密码和密钥，并重新录入人脸。',
        en:
          'secret.key is not part of a backup: put the one that belongs to it at {{key}} before the server starts. ' +
          'Without it, passwords and keys of the settings have to be entered again, and faces enrolled anew.',
      },
      { key: join(dataFolder, 'secret.key') },
    ),
    context.t({
      'zh-cn': '请运行 tablewright doctor 检查数据，再启动服务。',
      en: 'Run tablewright doctor to check the data, then start the server.',
    }),
  ])
}
