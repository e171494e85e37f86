/** Devices of the demo, in buildings that do not exist. */
import type { Language } from 'tablewright/protocol'
import { fireDeviceOptions } from '#generated/face/options.ts'
import type { AnyDemoRecord } from '#generated/face/server.ts'

type Wording = readonly [chinese: string, english: string]

export const demoBuildings: readonly Wording[] = [
  ['一号办公楼', 'Office tower 1'],
  ['二号办公楼', 'Office tower 2'],
  ['研发中心', 'Research centre'],
  ['中央仓库', 'Central warehouse'],
  ['会议中心', 'Conference centre'],
  ['员工公寓', 'Staff residence'],
]

export const translate = ([chinese, english]: Wording, language: Language): string =>
  language === 'zh-cn' ? chinese : english

const { kind, status } = fireDeviceOptions

const kinds: readonly (readonly [keyof typeof kind, Wording])[] = [
  ['smoke', ['烟感', 'Smoke detector']],
  ['heat', ['温感', 'Heat detector']],
  ['call_point', ['手动报警按钮', 'Call point']],
  ['sprinkler', ['喷淋末端', 'Sprinkler']],
]

/** States of some devices, by number; all others are normal. */
const states: Readonly<Record<number, keyof typeof status>> = {
  3: 'alarm',
  7: 'fault',
  14: 'offline',
  18: 'shielded',
  21: 'fault',
}

const demoDeviceKey = (index: number): string => `FD-${String(index + 1).padStart(3, '0')}`

/** The same at every scale: a small site is what there is to see. */
export function demoDevices(_scale: number, _seed: number, language: Language = 'zh-cn'): readonly AnyDemoRecord[] {
  return demoBuildings.flatMap((building, place) =>
    kinds.map(([name, label], index): AnyDemoRecord => {
      const number = place * kinds.length + index
      const floor = `${(number % 5) + 1}F`
      return {
        table: 'face/fire_device',
        key: demoDeviceKey(number),
        values: {
          device_no: demoDeviceKey(number),
          name: `${translate(label, language)} ${floor}-${index + 1}`,
          kind: kind[name],
          building: translate(building, language),
          floor,
          place: language === 'zh-cn' ? `${floor} 走廊` : `Corridor, ${floor}`,
          status: status[states[number] ?? 'normal'],
        },
      }
    }),
  )
}
