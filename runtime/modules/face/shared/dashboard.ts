/** The figures of the fire safety display, as the server sends them. */
import { type AnswerOf, arraySchema, decimalText, defineRouteContract, objectSchema } from 'tablewright/protocol'

const text = { type: 'string' } as const
const integer = { type: 'integer' } as const
const countOrNull = { type: ['integer', 'null'] } as const
const textOrNull = { type: ['string', 'null'] } as const

const periodShape = objectSchema({
  /** The month (1 to 12), or the year. */
  period: integer,
  /** Counts are null where the period has not begun. */
  alarms: countOrNull,
  false_alarms: countOrNull,
  hazards: countOrNull,
  inspections: countOrNull,
  /** Yuan, exact; null where the period has not begun and has no entry. */
  planned: textOrNull,
  spent: textOrNull,
  /** The same in units of ten thousand yuan, rounded to two decimals. */
  planned_wan: textOrNull,
  spent_wan: textOrNull,
})

const answer = objectSchema({
  /** The time of the figures: seconds since 1970, and as the site writes it. */
  now: integer,
  as_of: text,
  year: integer,
  tiles: arraySchema(
    objectSchema({
      name: text,
      count: integer,
      entity: text,
      /** Conditions of the list that has these records; null where the caller may not open it. */
      search: {
        type: ['array', 'null'],
        items: objectSchema({ field: text, operator: text, val: {} }),
      },
    }),
  ),
  /** Median of the seconds from an alarm of the year to its confirmation; null without one. */
  response_seconds: { type: ['number', 'null'] },
  /** Percent of the hazards due by now that were fixed in time, one decimal; null where none was due. */
  rectification: textOrNull,
  /** Sums of the year, in yuan and in units of ten thousand yuan. */
  budget: objectSchema({ planned: text, spent: text, planned_wan: text, spent_wan: text }),
  months: arraySchema(periodShape),
  years: arraySchema(periodShape),
  /** Alarms of the year by building, most first; the last entry, without a name, is the sum of all others. */
  buildings: arraySchema(objectSchema({ building: textOrNull, alarms: integer })),
  /** Alarms of the year by level. */
  levels: arraySchema(objectSchema({ level: integer, alarms: integer })),
  /** The newest alarms that are not closed; null for those who may not open the list of alarms. */
  alarms: {
    type: ['array', 'null'],
    items: objectSchema({
      id: integer,
      level: integer,
      status: integer,
      building: text,
      floor: text,
      occurred: integer,
      occurred_at: text,
    }),
  },
})

const input = {
  type: 'object',
  properties: { year: { type: 'integer', minimum: 2000, maximum: 2100 } },
} as const

/** `GET /admin/face.Dashboard/index?year=`: for administrators, with the conditions of the lists behind the figures. */
export const adminBoard = defineRouteContract({
  path: 'face.Dashboard/index',
  area: 'admin',
  method: 'GET',
  input,
  answer,
})

/** `GET /api/face.Dashboard/index?year=`: totals alone, for those whom the site setting allows; 404 for all others. */
export const publicBoard = defineRouteContract({
  path: 'face.Dashboard/index',
  area: 'api',
  method: 'GET',
  input,
  answer,
})

export type Board = AnswerOf<typeof answer>
export type Period = Board['months'][number]

export const tileNames = [
  'alarmsOpen',
  'alarmsHandling',
  'alarmsMonth',
  'alarmsYear',
  'falseAlarms',
  'alarmsConfirmed',
  'devices',
  'devicesNormal',
  'devicesAlarm',
  'devicesFault',
  'devicesOffline',
  'devicesShielded',
  'hazardsOpen',
  'hazardsOverdue',
  'hazardsDue',
  'hazardsInTime',
  'inspectionsOverdue',
  'inspectionsYear',
  'inspectionsProblems',
] as const
export type TileName = (typeof tileNames)[number]

/** The topic of the realtime hub that says that figures may have changed. */
export const boardTopic = 'faceBoard:all'

const fenPerWan = 1_000_000

/** Fen as units of ten thousand yuan with two decimals, half away from zero: 12 345 678 → "12.35". */
export function tenThousands(fen: number): string {
  const hundredths = Math.sign(fen) * Math.round((Math.abs(fen) * 100) / fenPerWan)
  return decimalText(hundredths || 0, 2)
}
