/** The folders in which Vite can work: it reads `#` and `?` in the path of a module as the start of something else. */
import { interpolate } from '../../runtime/i18n/i18n.ts'
import { CommandError } from '../exit-codes.ts'

/** Throws a CommandError (exit 3) when the web client cannot be built from one of these folders. */
export function requireWebFolders(folders: readonly string[]): void {
  const folder = folders.find((path) => /[#?]/.test(path))
  if (folder === undefined) return
  throw new CommandError('environment', {
    message: interpolate(
      {
        'zh-cn': '目录 {{folder}} 的路径中含有 # 或 ?，无法在其中构建网页端；请将它移到路径中没有这两个字符的位置。',
        en:
          'The web client cannot be built in {{folder}}, because its path contains "#" or "?". Move it to a folder ' +
          'whose path has neither.',
      },
      { folder },
    ),
  })
}
