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

/** Folder below `runtime/web/fields` of the components of a kind. */
const folders: Readonly<Record<KindName, string>> = {
  text: 'text/',
  textarea: 'text/',
  html: 'html/',
  integer: 'number/',
  decimal: 'number/',
  datetime: 'date/',
  date: 'date/',
  time: 'date/',
  year: 'date/',
  enum: 'enum/',
  set: 'enum/',
  reference: 'reference/',
  references: 'reference/',
  image: 'files/',
  images: 'files/',
  file: 'files/',
  files: 'files/',
  color: '',
  icon: 'icon/',
  url: 'text/',
  email: 'text/',
  mobile: 'text/',
  idNumber: 'text/',
  region: 'region/',
  account: 'text/',
  password: 'text/',
  tags: 'text/',
  pairs: '',
  lines: 'lines/',
}

/** Kinds that lists show with the cell of another kind; null = lists never show a value of that kind. */
const cellsOfOthers: Readonly<Partial<Record<KindName, KindName | null>>> = {
  time: 'date',
  year: 'date',
  image: 'images',
  file: 'files',
  idNumber: 'text',
  account: 'text',
  tags: 'set',
  password: null,
  lines: null,
}

const builtIn = (kind: KindName, part: 'Cell' | 'Input'): BuiltIn => {
  const name = `${pascalCase(kind)}${part}`
  return { path: `fields/${folders[kind]}${name}.tsx`, name }
}

/** The cell of a kind; null when there is none. */
export function cellOfKind(kind: KindName): BuiltIn | null {
  const shown = cellsOfOthers[kind] === undefined ? kind : cellsOfOthers[kind]
  return shown === null ? null : builtIn(shown, 'Cell')
}

/** The input of a kind. */
export const inputOfKind = (kind: KindName): BuiltIn => builtIn(kind, 'Input')

export const generatedForm: BuiltIn = { path: 'form/FormFields.tsx', name: 'FormFields' }
export const generatedList: BuiltIn = { path: 'records/list/TablePage.tsx', name: 'TablePage' }
