/** Forty invented members: names, addresses and what they are used for. The same in every installation. */
import type { Language } from 'tablewright/protocol'

/** As usernames, and as people write them. All are invented. */
const names: Readonly<Record<Language, readonly (readonly [username: string, nickname: string])[]>> = {
  'zh-cn': [
    ['linyue', '林悦'],
    ['chenmu', '陈牧'],
    ['zhouning', '周宁'],
    ['wuqiao', '吴桥'],
    ['zhengan', '郑安'],
    ['sunlan', '孙岚'],
    ['heyi', '何逸'],
    ['xubai', '许白'],
    ['gaoyuan', '高远'],
    ['luoxi', '罗希'],
    ['tangke', '唐可'],
    ['fengwei', '冯薇'],
    ['denghao', '邓皓'],
    ['caorui', '曹睿'],
    ['pengyu', '彭雨'],
    ['zengmin', '曾敏'],
    ['xiaohan', '萧涵'],
    ['tianye', '田野'],
    ['dongqing', '董青'],
    ['panyun', '潘云'],
    ['yuanzhi', '袁知'],
    ['caishu', '蔡舒'],
    ['jiangchi', '蒋驰'],
    ['yujia', '余嘉'],
    ['dufei', '杜菲'],
    ['yexin', '叶昕'],
    ['chengyu', '程屿'],
    ['weimo', '魏墨'],
    ['susu', '苏苏'],
    ['lvqi', '吕琪'],
    ['dingran', '丁然'],
    ['renjie', '任洁'],
    ['shenbo', '沈泊'],
    ['yaomeng', '姚萌'],
    ['luzhou', '陆舟'],
    ['fuxue', '傅雪'],
    ['zhongli', '钟黎'],
    ['cuiyan', '崔岩'],
    ['tanjing', '谭静'],
    ['fanshu', '范舒'],
  ],
  en: [
    ['amelia_hart', 'Amelia Hart'],
    ['noah_reed', 'Noah Reed'],
    ['isla_marsh', 'Isla Marsh'],
    ['leo_frost', 'Leo Frost'],
    ['ruby_dale', 'Ruby Dale'],
    ['finn_archer', 'Finn Archer'],
    ['maya_stone', 'Maya Stone'],
    ['owen_lake', 'Owen Lake'],
    ['clara_wells', 'Clara Wells'],
    ['jonas_pike', 'Jonas Pike'],
    ['elsie_moor', 'Elsie Moor'],
    ['hugo_lane', 'Hugo Lane'],
    ['nina_brook', 'Nina Brook'],
    ['felix_ward', 'Felix Ward'],
    ['iris_cole', 'Iris Cole'],
    ['adam_thorn', 'Adam Thorn'],
    ['tessa_quill', 'Tessa Quill'],
    ['miles_ash', 'Miles Ash'],
    ['lydia_fern', 'Lydia Fern'],
    ['oscar_bay', 'Oscar Bay'],
    ['stella_ford', 'Stella Ford'],
    ['evan_hale', 'Evan Hale'],
    ['poppy_lyle', 'Poppy Lyle'],
    ['theo_grant', 'Theo Grant'],
    ['hazel_shaw', 'Hazel Shaw'],
    ['simon_peel', 'Simon Peel'],
    ['daisy_lowe', 'Daisy Lowe'],
    ['aaron_vale', 'Aaron Vale'],
    ['freya_knox', 'Freya Knox'],
    ['louis_byrd', 'Louis Byrd'],
    ['wren_abbot', 'Wren Abbot'],
    ['caleb_nash', 'Caleb Nash'],
    ['june_carver', 'June Carver'],
    ['peter_sloan', 'Peter Sloan'],
    ['edith_rowe', 'Edith Rowe'],
    ['max_tilley', 'Max Tilley'],
    ['vera_holt', 'Vera Holt'],
    ['ralph_dunn', 'Ralph Dunn'],
    ['olive_kerr', 'Olive Kerr'],
    ['ivan_blake', 'Ivan Blake'],
  ],
}

const mottos: Readonly<Record<Language, readonly string[]>> = {
  'zh-cn': ['慢慢来，比较快。', '今天也要好好生活。', '把复杂的事做简单。', '读万卷书，行万里路。'],
  en: ['Slow is smooth.', 'One thing at a time.', 'Tea first.', 'Always up for a long walk.'],
}

/** `deleted`: the account was emptied, and its ledgers stay. `new`: nothing has happened yet. */
type DemoState = 'active' | 'new' | 'disabled' | 'deleted'

export interface DemoMember {
  readonly username: string
  readonly nickname: string
  readonly email: string | null
  readonly mobile: string | null
  readonly gender: 0 | 1 | 2
  readonly birthday: string | null
  readonly motto: string | null
  readonly state: DemoState
  /** Days with a check-in, of the last thirty; 1 is the oldest. */
  readonly checkIns: readonly number[]
  /** Changes of the balance: day and cents. */
  readonly payments: readonly (readonly [day: number, cents: number])[]
  /** Days since the registration. */
  readonly age: number
}

/** Days that the history covers. */
export const dayCount = 30

const stateOf = (index: number): DemoState =>
  index === 38 ? 'deleted' : index % 13 === 12 ? 'disabled' : index % 9 === 8 ? 'new' : 'active'

/** Some come every day, some now and then, some have stopped. */
function checkInsOf(index: number): readonly number[] {
  const all = Array.from({ length: dayCount }, (_, day) => day + 1)
  if (index % 5 === 0) return all.slice(-7 - (index % 11))
  if (index % 5 === 1) return all.filter((day) => (day + index) % 3 === 0)
  if (index % 5 === 2) return all.filter((day) => day < 12 && day % 2 === index % 2)
  return index % 5 === 3 ? [(index % dayCount) + 1] : []
}

function paymentsOf(index: number, state: DemoState): readonly (readonly [number, number])[] {
  const paidIn = 2_000 + ((index * 7_919) % 480) * 100
  const spent = Math.floor((paidIn * ((index % 4) + 1)) / 700) * 100 + 50
  const first = (index % 12) + 1
  // A balance would have prevented the deletion.
  if (state === 'deleted')
    return [
      [first, paidIn],
      [first + 6, -paidIn],
    ]
  return index % 4 === 3
    ? [[first, paidIn]]
    : [
        [first, paidIn],
        [first + 5, -spent],
        [first + 11, -spent],
      ]
}

export function demoPeople(language: Language): readonly DemoMember[] {
  return names[language].map(([username, nickname], index): DemoMember => {
    const state = stateOf(index)
    const isUsed = state !== 'new'
    return {
      username,
      nickname,
      // Reserved for examples: no mail reaches anybody.
      email: index % 6 === 5 ? null : `${username}@example.com`,
      // A block of numbers that no network gives out.
      mobile: index % 4 === 2 ? null : `1380000${1000 + index * 37}`,
      gender: ([1, 2, 0] as const)[index % 3] ?? 0,
      birthday:
        index % 3 === 1 ? null : `${1965 + ((index * 7) % 40)}-${pad((index % 12) + 1)}-${pad((index % 27) + 1)}`,
      motto: index % 4 === 0 ? (mottos[language][(index / 4) % 4] ?? null) : null,
      state,
      checkIns: isUsed ? checkInsOf(index) : [],
      payments: isUsed ? paymentsOf(index, state) : [],
      age: isUsed ? 40 + ((index * 53) % 360) : index % 5,
    }
  })
}

const pad = (value: number): string => String(value).padStart(2, '0')
