/** The file of refused rows: it appears whole when the import is done, or not at all. */
import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { CommandError } from '../exit-codes.ts'
import { interpolate } from '../../runtime/i18n/i18n.ts'

export interface RejectedFile {
  write(text: string): void
  /** Puts the file in its place, or drops it. */
  finish(keep: boolean): void
}

/**
 * Opens it next to its final place. Throws a CommandError when that cannot be written or is the imported file itself.
 */
export function openRejectedFile(path: string, imported: string): RejectedFile {
  if (resolve(path) === resolve(imported)) {
    throw new CommandError('usage', {
      message: { 'zh-cn': '--errors 不能与导入的文件相同。', en: '--errors cannot be the imported file.' },
    })
  }
  const temporary = `${path}.${process.pid}.tmp`
  const handle = openOrThrow(temporary, path)
  return {
    write: (text) => {
      writeSync(handle, text)
    },
    finish: (keep) => {
      closeSync(handle)
      if (keep) renameSync(temporary, path)
      else rmSync(temporary, { force: true })
    },
  }
}

function openOrThrow(temporary: string, path: string): number {
  try {
    return openSync(temporary, 'w')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    throw new CommandError('environment', {
      message: interpolate(
        {
          'zh-cn': '无法写入 {{path}}（{{code}}）。没有导入任何记录。',
          en: 'Cannot write {{path}} ({{code}}). Nothing was imported.',
        },
        { path, code },
      ),
    })
  }
}
