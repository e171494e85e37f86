/** The input of every field kind. A kind without an input does not compile. */
import type { ComponentType } from 'react'
import type { KindName } from '../../protocol/index.ts'
import { AccountInput } from './account/Input.tsx'
import { ColorInput } from './color/Input.tsx'
import { DateInput } from './date/Input.tsx'
import { DatetimeInput } from './datetime/Input.tsx'
import { DecimalInput } from './decimal/Input.tsx'
import { EmailInput } from './email/Input.tsx'
import { EnumInput } from './enum/Input.tsx'
import { FileInput } from './file/Input.tsx'
import { FilesInput } from './files/Input.tsx'
import { IconInput } from './icon/Input.tsx'
import { IdNumberInput } from './idNumber/Input.tsx'
import { ImageInput } from './image/Input.tsx'
import { ImagesInput } from './images/Input.tsx'
import './inputs.css'
import type { InputProps } from './input.ts'
import { IntegerInput } from './integer/Input.tsx'
import { LinesInput } from './lines/Input.tsx'
import { MobileInput } from './mobile/Input.tsx'
import { PairsInput } from './pairs/Input.tsx'
import { PasswordInput } from './password/Input.tsx'
import { ReferenceInput } from './reference/Input.tsx'
import { ReferencesInput } from './references/Input.tsx'
import { RegionInput } from './region/Input.tsx'
import { SetInput } from './set/Input.tsx'
import { TagsInput } from './tags/Input.tsx'
import { TextInput } from './text/Input.tsx'
import { TextareaInput } from './textarea/Input.tsx'
import { TimeInput } from './time/Input.tsx'
import { UrlInput } from './url/Input.tsx'
import { YearInput } from './year/Input.tsx'

export const inputs: Readonly<Record<KindName, ComponentType<InputProps>>> = {
  text: TextInput,
  textarea: TextareaInput,
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
