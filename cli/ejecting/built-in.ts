/** Which source file of the web core renders what. A kind that is missing here does not compile. */
import type { KindName } from '../../runtime/protocol/index.ts'
import { pascalCase } from '../../generator/source/names.ts'

/** A component that can be ejected. */
export interface BuiltIn {
  /** Path of its file below `runtime/web`. */
  readonly path: string
  /** Name it is exported under. */
  readonly name: string
}

/** Folder of the cell by kind; null = lists never show a value of that kind. */
const cellFolders: Readonly<Record<KindName, string | null>> = {
  text: 'text',
  textarea: 'textarea',
  integer: 'integer',
  decimal: 'decimal',
  datetime: 'datetime',
  date: 'date',
  time: 'date',
  year: 'date',
  enum: 'enum',
  set: 'set',
  reference: 'reference',
  references: 'references',
  image: 'images',
  images: 'images',
  file: 'files',
  files: 'files',
  color: 'color',
  icon: 'icon',
  url: 'url',
  email: 'email',
  mobile: 'mobile',
  idNumber: 'text',
  region: 'region',
  account: 'text',
  password: null,
  tags: 'set',
  pairs: 'pairs',
  lines: null,
}

/** The cell of a kind; null when there is none. */
export function cellOfKind(kind: KindName): BuiltIn | null {
  const folder = cellFolders[kind]
  return folder === null ? null : { path: `fields/${folder}/Cell.tsx`, name: `${pascalCase(folder)}Cell` }
}

/** The input of a kind. */
export const inputOfKind = (kind: KindName): BuiltIn => ({
  path: `fields/${kind}/Input.tsx`,
  name: `${kind.charAt(0).toUpperCase()}${kind.slice(1)}Input`,
})

export const generatedForm: BuiltIn = { path: 'form/FormFields.tsx', name: 'FormFields' }
export const generatedList: BuiltIn = { path: 'list/TablePage.tsx', name: 'TablePage' }
