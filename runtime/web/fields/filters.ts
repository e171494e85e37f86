/** The search input of every field kind; null = not searchable. A kind that is missing here does not compile. */
import type { ComponentType } from 'react'
import type { KindName } from '../../protocol/index.ts'
import { DateFilter, MomentFilter } from './date/DateFilter.tsx'
import { DatetimeFilter } from './date/DatetimeFilter.tsx'
import { EnumFilter } from './enum/EnumFilter.tsx'
import { FilledFilter } from './FilledFilter.tsx'
import { NumberFilter } from './number/IntegerFilter.tsx'
import type { FilterProps } from './renderer.ts'
import { ReferenceFilter } from './reference/ReferenceFilter.tsx'
import { RegionFilter } from './region/RegionFilter.tsx'
import { TextFilter } from './text/TextFilter.tsx'

export const filters: Readonly<Record<KindName, ComponentType<FilterProps> | null>> = {
  text: TextFilter,
  textarea: TextFilter,
  html: TextFilter,
  integer: NumberFilter,
  decimal: NumberFilter,
  datetime: DatetimeFilter,
  date: DateFilter,
  time: MomentFilter,
  year: MomentFilter,
  enum: EnumFilter,
  set: EnumFilter,
  reference: ReferenceFilter,
  references: ReferenceFilter,
  image: FilledFilter,
  images: FilledFilter,
  file: FilledFilter,
  files: FilledFilter,
  color: TextFilter,
  icon: TextFilter,
  url: TextFilter,
  email: TextFilter,
  mobile: TextFilter,
  idNumber: TextFilter,
  region: RegionFilter,
  account: TextFilter,
  password: null,
  tags: TextFilter,
  pairs: TextFilter,
  lines: null,
}
