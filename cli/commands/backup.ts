/** `tablewright backup`: copies database and uploaded files, also beside a running server. */
import { join, resolve } from 'node:path'
import { serverProducts } from '../build/products.ts'
import { withFileErrors } from '../log-problems.ts'
import { setAction, type Context, type Program } from '../program.ts'
import { loadServer, serverPaths } from '../serving/server.ts'
import { readVersion } from '../serving/with-database.ts'
import { databaseSettings, type DatabaseFlags } from '../settings.ts'
import { addDatabaseOptions } from './database-options.ts'

/** Where recordings of lessons are stored, below the folder of uploads. */
const recordingFolder = 'recording'

interface BackupFlags extends DatabaseFlags {
  readonly out?: string
  /** Commander's name of `--without-recordings`. */
  readonly withoutRecordings?: boolean
}

/** Adds the command to the program. */
export function registerBackup(program: Program): void {
  const command = program.add(
    'backup',
    {
      'zh-cn': '备份数据库和上传的文件，服务可以同时运行',
      en: 'back up the database and the uploaded files, also beside a running server',
    },
    [
      [
        'tablewright backup',
        { 'zh-cn': '写入数据目录下 backups 中的新目录', en: 'into a new folder below backups in the data folder' },
      ],
      ['tablewright backup --out /mnt/nas/monday', { 'zh-cn': '写入指定的新目录', en: 'into a new folder elsewhere' }],
    ],
  )
  command.option(
    '--out <folder>',
    program.t({ 'zh-cn': '备份的新目录，不得已存在', en: 'the new folder of the backup; it must not exist yet' }),
  )
  command.option(
    '--without-recordings',
    program.t({
      'zh-cn': '不含课堂录制文件；恢复后录制显示为缺失',
      en: 'leave the files of recorded lessons out; after a restore they are listed as missing',
    }),
  )
  addDatabaseOptions(program, command)
  setAction(command, runBackup)
}

async function runBackup(context: Context, _args: readonly string[], flags: BackupFlags): Promise<void> {
  const server = await loadServer(context, serverProducts)
  const { dataFolder, databaseUrl } = databaseSettings(context, flags)
  const write = async () => {
    // First: it opens the database, and nothing is written where that is not possible.
    const cloudFiles = await server.countCloudFiles(databaseUrl, serverPaths(context.root).readerScript)
    const report = await server.createBackup({
      databaseUrl,
      uploadFolder: server.uploadFolderOf(dataFolder),
      target:
        flags.out === undefined
          ? join(dataFolder, 'backups', `tablewright-${timeName(new Date())}`)
          : resolve(context.workingFolder, flags.out),
      version: readVersion(context),
      now: Math.floor(Date.now() / 1000),
      ...(flags.withoutRecordings && { without: recordingFolder }),
    })
    return { report, cloudFiles }
  }
  const { report, cloudFiles } = await server.withDatabaseErrors(databaseUrl, () => withFileErrors(write()))
  context.print({ ok: true, ...report, cloudFiles }, [
    context.t(
      {
        'zh-cn':
          '备份已写入 {{folder}}：数据库和 {{files}} 个文件，共 {{size}} MB。恢复：tablewright restore {{folder}}',
        en:
          'The backup is in {{folder}}: the database and {{files}} files, {{size}} MB. To restore it: ' +
          'tablewright restore {{folder}}',
      },
      { folder: report.folder, files: report.files, size: sizeText(report.bytes) },
    ),
    context.t(
      {
        'zh-cn':
          'secret.key 不在备份内：请将 {{key}} 另行妥善保管。没有它，恢复后须重新填写设置中的密码和密钥，并重新录入人脸。',
        en:
          'secret.key is not part of it: keep {{key}} elsewhere. Without it, passwords and keys of the settings ' +
          'have to be entered again after a restore, and faces enrolled anew.',
      },
      { key: join(dataFolder, 'secret.key') },
    ),
    ...(cloudFiles === 0
      ? []
      : [
          context.t(
            {
              'zh-cn': '云存储中的文件不在备份内：{{count}} 个。',
              en: 'Files in the cloud store are not part of the backup: {{count}}.',
            },
            { count: cloudFiles },
          ),
        ]),
  ])
}

/** A moment in a name: `20261123T145200123`, UTC. */
export const timeName = (moment: Date): string => moment.toISOString().replace(/[-:.Z]/g, '')

/** Megabytes with one digit. */
export const sizeText = (bytes: number): string => (bytes / 1_000_000).toFixed(1)
