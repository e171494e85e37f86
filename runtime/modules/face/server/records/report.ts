/** Reports of face devices as they arrive: records with the device's own sequence, clock and users. Pure. */
import type { Language } from 'tablewright/protocol'
import { isObject, isWhole, maxTime, parseBody, unknownKeys } from '../devices/report.ts'
import { t } from '../i18n.ts'

export interface ReportedRecord {
  readonly seq: number
  /** By the clock of the device, seconds since 1970. */
  readonly time: number
  /** The number that the device gives to the person; "" where it sends an image. */
  readonly user: string
  /** An image as base64; "" where the device has recognised the face itself. */
  readonly image: string
}

export interface FaceReport {
  /** The clock of the device when it sent the report. */
  readonly clock: number
  readonly records: readonly ReportedRecord[]
}

export type FaceReading = { readonly report: FaceReport } | { readonly errors: Readonly<Record<string, string>> }

const maxRecords = 100
const maxUser = 64

/** Reads the body of a report, or says what is wrong with which part of it. */
export function readFaceReport(raw: string, language: Language): FaceReading {
  const body = parseBody(raw)
  if (body === null) return { errors: { body: t(language, 'records.body') } }
  const errors: Record<string, string> = unknownKeys(body, ['clock', 'records'], '', language)
  const { clock, records = [] } = body
  if (!isWhole(clock, maxTime)) errors['clock'] = t(language, 'report.clock')
  if (!Array.isArray(records) || records.length > maxRecords)
    return { errors: { ...errors, records: t(language, 'records.list', { count: maxRecords }) } }
  const read = records.map((value: unknown, index) => readRecord(value, `records.${index}.`, language, errors))
  if (Object.keys(errors).length > 0 || !isWhole(clock, maxTime)) return { errors }
  return { report: { clock, records: read } }
}

function readRecord(value: unknown, place: string, language: Language, errors: Record<string, string>): ReportedRecord {
  const record = isObject(value) ? value : {}
  Object.assign(errors, unknownKeys(record, ['seq', 'time', 'user', 'image'], place, language))
  const { seq, time, user = '', image = '' } = record
  if (!isWhole(seq, Number.MAX_SAFE_INTEGER)) errors[`${place}seq`] = t(language, 'report.seq')
  if (!isWhole(time, maxTime)) errors[`${place}time`] = t(language, 'records.time')
  if ((typeof user !== 'string' && !isWhole(user, Number.MAX_SAFE_INTEGER)) || String(user).length > maxUser)
    errors[`${place}user`] = t(language, 'records.user', { count: maxUser })
  if (typeof image !== 'string') errors[`${place}image`] = t(language, 'records.picture')
  else if (String(user) === '' && image === '') errors[`${place}user`] = t(language, 'records.either')
  return { seq: Number(seq), time: Number(time), user: String(user), image: String(image) }
}
