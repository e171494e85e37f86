/** Paths. The package (our code) and the project (schemas, data, products) may be different folders. */
import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { CommandError } from './exit-codes.ts'
import { interpolate } from '../runtime/i18n/i18n.ts'

export interface ProjectPaths {
  /** Folder of this package: cli, generator, runtime. */
  readonly packageFolder: string
  /** Folder of the project: schemas, generated, .build. */
  readonly root: string
}

/**
 * The project: `--root`, or the nearest folder with `schemas/` from the working directory upwards. Throws a
 * CommandError when there is none.
 */
export function findRoot(workingFolder: string, asked: string | undefined): string {
  if (asked !== undefined) {
    const root = resolve(workingFolder, asked)
    if (!isFolder(join(root, 'schemas'))) throw noSchemasError(root)
    return root
  }
  for (let folder = resolve(workingFolder); ; folder = dirname(folder)) {
    if (isFolder(join(folder, 'schemas'))) return folder
    if (folder === dirname(folder)) throw noSchemasError(resolve(workingFolder))
  }
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()

const noSchemasError = (folder: string): CommandError =>
  new CommandError('usage', {
    message: interpolate(
      {
        'zh-cn': '找不到 Tablewright 项目：{{folder}} 及其上级目录中没有 schemas/ 目录。',
        en: 'No Tablewright project here: neither {{folder}} nor its parent folders contain schemas/.',
      },
      { folder },
    ),
    hint: {
      'zh-cn': '请进入项目目录，或用 --root <目录> 指定。',
      en: 'Change to the project folder, or set it with --root <folder>.',
    },
  })
