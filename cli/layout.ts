/**
 * Where the parts of an application are. This repository contains the framework and its modules; a product has its own
 * schemas and code, and the framework is a package it depends on: compiled, or a linked checkout of this repository.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ShippedModules } from '../generator/read.ts'
import type { ProjectPaths } from './paths.ts'
import { readProduct } from './product.ts'

export interface Layout {
  readonly root: string
  /** Folder with `runtime/` and `generated/` of the framework. */
  readonly framework: string
  /** Extension of the framework's own files. */
  readonly extension: '.ts' | '.js'
  /** Conditions under which the framework's exports are resolved. */
  readonly conditions: readonly string[]
  /** Modules of the package that a product uses; null in the repository, where all modules are its own. */
  readonly shipped: ShippedModules | null
  /** Identifies the content of an installed package, whose files nobody edits; empty when files are looked at. */
  readonly stamp: string
}

/** Under this condition the exports lead to the sources. */
const sourceCondition = 'tablewright-source'

/** The layout of a folder that contains the framework itself. */
export const repositoryLayout = (root: string): Layout => ({
  root,
  framework: root,
  extension: '.ts',
  conditions: [sourceCondition],
  shipped: null,
  stamp: '',
})

/**
 * The layout of a project: that of a product when its `package.json` has an entry `tablewright`. Throws a CommandError
 * when that entry is wrong.
 */
export function layoutOf({ root, packageFolder }: ProjectPaths): Layout {
  const product = readProduct(root)
  if (product === null) return repositoryLayout(root)
  const shipped = { folder: packageFolder, names: [...product.modules, 'system'] }
  const compiled = join(packageFolder, '.dist')
  return isCompiled(packageFolder)
    ? {
        root,
        framework: compiled,
        extension: '.js',
        conditions: [],
        shipped,
        stamp: readFileSync(join(compiled, 'stamp'), 'utf8'),
      }
    : { ...repositoryLayout(root), framework: packageFolder, shipped }
}

/** True for the package as it is installed; a checkout has sources. */
export const isCompiled = (packageFolder: string): boolean =>
  existsSync(join(packageFolder, '.dist/stamp')) && !existsSync(join(packageFolder, 'runtime/server/index.ts'))

/** The command line program that runs. */
export const programOf = (packageFolder: string): string =>
  join(packageFolder, isCompiled(packageFolder) ? '.dist' : '.build', 'cli/main.mjs')
