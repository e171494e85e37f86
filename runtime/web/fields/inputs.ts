/** The input of every field kind. A kind without an input does not compile. */
import type { ComponentType } from 'react'
import type { KindName } from '../../protocol/index.ts'
import { AccountInput } from './text/AccountInput.tsx'
import { ColorInput } from './ColorInput.tsx'
import { DateInput } from './date/DateInput.tsx'
import { DatetimeInput } from './date/DatetimeInput.tsx'
import { DecimalInput } from './number/DecimalInput.tsx'
import { EmailInput } from './text/EmailInput.tsx'
import { EnumInput } from './enum/EnumInput.tsx'
import { FileInput } from './files/FileInput.tsx'
import { FilesInput } from './files/FilesInput.tsx'
import { HtmlInput } from './html/HtmlInput.tsx'
import { IconInput } from './icon/IconInput.tsx'
import { IdNumberInput } from './text/IdNumberInput.tsx'
import { ImageInput } from './files/ImageInput.tsx'
import { ImagesInput } from './files/ImagesInput.tsx'
import './inputs.css'
import type { InputProps } from './input-props.ts'
import { IntegerInput } from './number/IntegerInput.tsx'
import { LinesInput } from './lines/LinesInput.tsx'
import { MobileInput } from './text/MobileInput.tsx'
import { PairsInput } from './PairsInput.tsx'
import { PasswordInput } from './text/PasswordInput.tsx'
import { ReferenceInput } from './reference/ReferenceInput.tsx'
import { ReferencesInput } from './reference/ReferencesInput.tsx'
import { RegionInput } from './region/RegionInput.tsx'
import { SetInput } from './enum/SetInput.tsx'
import { TagsInput } from './text/TagsInput.tsx'
import { TextInput } from './text/TextInput.tsx'
import { TextareaInput } from './text/TextareaInput.tsx'
import { TimeInput } from './date/TimeInput.tsx'
import { UrlInput } from './text/UrlInput.tsx'
import { YearInput } from './date/YearInput.tsx'

export const inputs: Readonly<Record<KindName, ComponentType<InputProps>>> = {
  text: TextInput,
  textarea: TextareaInput,
  html: HtmlInput,
  integer: IntegerInput,
  decimal: DecimalInput,
  datetime: DatetimeInput,
  date: DateInput,
  time: TimeInput,
  year: YearInput,
  enum: EnumInput,
  set: SetInput,
  reference: ReferenceInput,
  references: ReferencesInput,
  image: ImageInput,
  images: ImagesInput,
  file: FileInput,
  files: FilesInput,
  color: ColorInput,
  icon: IconInput,
  url: UrlInput,
  email: EmailInput,
  mobile: MobileInput,
  idNumber: IdNumberInput,
  region: RegionInput,
  account: AccountInput,
  password: PasswordInput,
  tags: TagsInput,
  pairs: PairsInput,
  lines: LinesInput,
}
