/** The renderer of every field kind. A kind without a renderer does not compile. */
import type { FieldModel, KindName, Operator } from '../../protocol/index.ts'
import { ColorCell } from './ColorCell.tsx'
import { DateCell } from './date/DateCell.tsx'
import { DatetimeCell } from './date/DatetimeCell.tsx'
import { DecimalCell } from './number/DecimalCell.tsx'
import { EmailCell } from './text/EmailCell.tsx'
import { EnumCell } from './enum/EnumCell.tsx'
import { OptionOperand } from './enum/EnumOperand.tsx'
import { FilesCell } from './files/FilesCell.tsx'
import { HtmlCell } from './html/HtmlCell.tsx'
import { IconCell } from './icon/IconCell.tsx'
import { ImagesCell } from './files/ImagesCell.tsx'
import { IntegerCell } from './number/IntegerCell.tsx'
import type { FieldRenderer } from './renderer.ts'
import { MobileCell } from './text/MobileCell.tsx'
import { PairsCell } from './PairsCell.tsx'
import { ReferenceCell } from './reference/ReferenceCell.tsx'
import { ReferenceOperand } from './reference/ReferenceOperand.tsx'
import { ReferencesCell } from './reference/ReferencesCell.tsx'
import { RegionCell, RegionOperand } from './region/RegionCell.tsx'
import { SetCell } from './enum/SetCell.tsx'
import { TextCell } from './text/TextCell.tsx'
import { TextareaCell } from './text/TextareaCell.tsx'
import { UrlCell } from './text/UrlCell.tsx'

const by = (operator: Operator) => () => operator

const text: FieldRenderer = { Cell: TextCell, operator: by('LIKE'), align: 'start', width: 140, sortable: true }
const words: FieldRenderer = { ...text, canShrink: true, canGrow: true }
const moment: FieldRenderer = { Cell: DateCell, operator: by('RANGE'), align: 'start', width: 110, sortable: true }
const number: FieldRenderer = { Cell: IntegerCell, operator: by('RANGE'), align: 'end', width: 100, sortable: true }
const pictures: FieldRenderer = {
  Cell: ImagesCell,
  operator: by('NOT NULL'),
  align: 'start',
  width: 80,
  sortable: false,
}
const files: FieldRenderer = { ...pictures, Cell: FilesCell, width: 180, canShrink: true, canGrow: true }

/** With two options a search compares with one of them, with more it may ask for several. */
const optionOperator = (field: FieldModel): Operator => ((field.options?.length ?? 0) > 2 ? 'IN' : 'eq')

export const fieldRenderers: Readonly<Record<KindName, FieldRenderer>> = {
  text: words,
  textarea: { ...words, Cell: TextareaCell, width: 200, sortable: false },
  html: { ...words, Cell: HtmlCell, width: 240, sortable: false },
  integer: { ...number, width: 90 },
  decimal: { ...number, Cell: DecimalCell, width: 110 },
  datetime: { ...moment, Cell: DatetimeCell, width: 170 },
  date: moment,
  time: { ...moment, width: 90 },
  year: { ...moment, width: 80 },
  enum: {
    Cell: EnumCell,
    Operand: OptionOperand,
    operator: optionOperator,
    align: 'start',
    width: 100,
    sortable: true,
  },
  set: {
    Cell: SetCell,
    Operand: OptionOperand,
    operator: by('FIND_IN_SET'),
    align: 'start',
    width: 160,
    sortable: false,
  },
  reference: {
    Cell: ReferenceCell,
    Operand: ReferenceOperand,
    operator: by('eq'),
    align: 'start',
    width: 134,
    sortable: true,
    canShrink: true,
    canGrow: true,
  },
  references: {
    Cell: ReferencesCell,
    Operand: ReferenceOperand,
    operator: by('FIND_IN_SET'),
    align: 'start',
    width: 160,
    sortable: false,
  },
  image: pictures,
  images: pictures,
  file: files,
  files,
  color: { ...text, Cell: ColorCell, width: 110 },
  icon: { ...text, Cell: IconCell, width: 110 },
  url: { ...text, Cell: UrlCell, width: 180, canGrow: true },
  email: { ...text, Cell: EmailCell, width: 200, canGrow: true },
  mobile: { ...text, Cell: MobileCell, width: 130 },
  idNumber: { ...text, width: 170 },
  region: { ...words, Cell: RegionCell, Operand: RegionOperand, operator: by('RANGE'), width: 200 },
  account: words,
  password: { Cell: null, operator: by('eq'), align: 'start', width: 0, sortable: false },
  tags: { ...text, Cell: SetCell, operator: by('FIND_IN_SET'), width: 160, sortable: false },
  pairs: { ...text, Cell: PairsCell, width: 200, sortable: false },
  lines: { Cell: null, operator: by('eq'), align: 'start', width: 0, sortable: false },
}
