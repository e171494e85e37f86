/** The invented rules and words that the questions of the demo are made of. */
import type { Language } from 'tablewright/protocol'

/** `[Chinese, English]` */
export type Wording = readonly [chinese: string, english: string]

/** A rule with a gap (`___`), with the right and wrong ways to fill it. */
export interface Fact {
  readonly rule: Wording
  readonly right: Wording
  readonly wrong: readonly [Wording, Wording, Wording]
}

/** Members of a group, and others. */
interface Group {
  readonly question: Wording
  readonly right: readonly Wording[]
  readonly wrong: readonly Wording[]
}

export interface DemoSubject {
  readonly key: string
  readonly name: Wording
  readonly facts: readonly Fact[]
  readonly groups: readonly Group[]
  /** Question and what a good answer says. */
  readonly essays: readonly (readonly [question: Wording, reference: Wording])[]
  readonly material: Wording
}

export const inLanguage = ([chinese, english]: Wording, language: Language): string =>
  language === 'zh-cn' ? chinese : english

const same = (text: string): Wording => [text, text]

/** A rule about a number. */
const amount = (rule: Wording, right: number, wrong: readonly [number, number, number]): Fact => ({
  rule,
  right: same(String(right)),
  wrong: [same(String(wrong[0])), same(String(wrong[1])), same(String(wrong[2]))],
})

const storage: DemoSubject = {
  key: 'storage',
  name: ['仓储安全', 'Warehouse safety'],
  facts: [
    amount(['厂区内叉车限速每小时 ___ 公里', 'Forklifts drive at most ___ km/h on the site'], 10, [20, 15, 30]),
    amount(['货物堆放与墙壁的距离不少于 ___ 厘米', 'Goods stand at least ___ cm from the wall'], 50, [5, 10, 20]),
    amount(['货物与照明灯具的距离不少于 ___ 厘米', 'Goods stand at least ___ cm from lamps'], 60, [10, 20, 30]),
    amount(['人工单次搬运不超过 ___ 千克', 'One person lifts at most ___ kg'], 25, [40, 50, 60]),
    amount(['托盘堆叠不超过 ___ 层', 'Pallets are stacked at most ___ high'], 3, [5, 6, 8]),
    amount(['主通道宽度不少于 ___ 厘米', 'Main aisles are at least ___ cm wide'], 200, [80, 100, 120]),
    amount(['货架载重每 ___ 个月检查一次', 'The load of racks is checked every ___ months'], 6, [12, 18, 24]),
    amount(
      ['离地超过 ___ 厘米的作业须系安全带', 'Work more than ___ cm above the floor needs a harness'],
      200,
      [300, 400, 500],
    ),
    amount(
      ['冷库内单次停留不超过 ___ 分钟', 'One stay in the cold store lasts at most ___ minutes'],
      30,
      [60, 90, 120],
    ),
    amount(['换班交接提前 ___ 分钟到岗', 'At a change of shifts people come ___ minutes early'], 10, [1, 2, 3]),
  ],
  groups: [
    {
      question: ['进入仓库必须穿戴哪些防护用品？', 'What has to be worn in the warehouse?'],
      right: [
        ['安全鞋', 'Safety shoes'],
        ['反光背心', 'A reflective vest'],
      ],
      wrong: [
        ['拖鞋', 'Slippers'],
        ['围巾', 'A scarf'],
      ],
    },
    {
      question: ['叉车启动前要检查什么？', 'What is checked before a forklift starts?'],
      right: [
        ['制动', 'Brakes'],
        ['货叉', 'Forks'],
        ['喇叭', 'Horn'],
      ],
      wrong: [['收音机', 'Radio']],
    },
    {
      question: ['哪些物品不能与食品同库存放？', 'What is never stored with food?'],
      right: [
        ['农药', 'Pesticides'],
        ['油漆', 'Paint'],
      ],
      wrong: [
        ['饮用水', 'Drinking water'],
        ['面粉', 'Flour'],
      ],
    },
    {
      question: ['发现货架变形应当怎么做？', 'What is done about a bent rack?'],
      right: [
        ['停止使用', 'Stop using it'],
        ['卸下货物', 'Unload it'],
        ['上报', 'Report it'],
      ],
      wrong: [['继续使用', 'Go on using it']],
    },
    {
      question: ['哪些情况不得驾驶叉车？', 'When does nobody drive a forklift?'],
      right: [
        ['饮酒后', 'After drinking alcohol'],
        ['没有证书', 'Without a licence'],
      ],
      wrong: [
        ['雨后', 'After rain'],
        ['午饭后', 'After lunch'],
      ],
    },
    {
      question: ['收货时要核对什么？', 'What is compared when goods arrive?'],
      right: [
        ['数量', 'Quantity'],
        ['批号', 'Batch'],
        ['外包装', 'Packaging'],
      ],
      wrong: [['司机的生日', 'Birthday of the driver']],
    },
  ],
  essays: [
    [
      ['为什么重的货物要放在货架下层？', 'Why do heavy goods stand at the bottom of a rack?'],
      ['重心低，货架稳定，搬运省力', 'A low centre of mass keeps the rack stable, and lifting is easier'],
    ],
    [
      ['简述先进先出的意义。', 'What is “first in, first out” good for?'],
      ['减少过期和积压', 'Goods do not expire or grow old in stock'],
    ],
    [
      ['通道为什么不能堆放货物？', 'Why are aisles kept free?'],
      ['影响疏散与叉车通行', 'People have to get out, and forklifts have to pass'],
    ],
    [
      ['发现有人受伤，你首先做什么？', 'Somebody is hurt. What do you do first?'],
      ['确保自身安全，呼救，拨打急救电话', 'Stay safe, call for help, ring the emergency number'],
    ],
  ],
  material: [
    '某仓库主通道宽 150 厘米，通道一侧堆放了四层托盘，叉车以每小时 18 公里的速度通过。',
    'The main aisle is 150 cm wide. Pallets stand four high on one side, and a forklift passes at 18 km/h.',
  ],
}

const fire: DemoSubject = {
  key: 'fire',
  name: ['消防知识', 'Fire safety'],
  facts: [
    amount(['干粉灭火器每 ___ 个月检查一次', 'Powder extinguishers are checked every ___ months'], 1, [6, 12, 24]),
    amount(['灭火器的使用距离约为 ___ 米', 'An extinguisher is used from about ___ m'], 3, [8, 10, 15]),
    amount(['疏散通道的净宽不少于 ___ 厘米', 'Escape routes are at least ___ cm wide'], 110, [60, 70, 80]),
    amount(['灭火器的摆放间距不超过 ___ 米', 'Extinguishers are at most ___ m apart'], 20, [40, 50, 60]),
    amount(['应急照明持续时间不少于 ___ 分钟', 'Emergency lights last at least ___ minutes'], 30, [5, 10, 15]),
    amount(['每年组织消防演练不少于 ___ 次', 'There are at least ___ fire drills a year'], 2, [0, 1, 5]),
    amount(['消防栓前 ___ 米内不得堆物', 'Nothing stands within ___ m of a hydrant'], 2, [10, 15, 20]),
    amount(['动火作业结束后须留守 ___ 分钟', 'After hot work somebody watches for ___ minutes'], 60, [5, 10, 20]),
    amount(['充电区与货物的距离不少于 ___ 米', 'Charging areas are at least ___ m from goods'], 5, [1, 2, 3]),
    amount(
      ['安全出口的门须向 ___ 侧开启（外填 1，内填 2）', 'Emergency doors open to the outside (1) or inside (2): ___'],
      1,
      [2, 3, 4],
    ),
  ],
  groups: [
    {
      question: ['哪些灭火器可以扑灭电气火灾？', 'Which extinguishers put out electrical fires?'],
      right: [
        ['干粉', 'Powder'],
        ['二氧化碳', 'Carbon dioxide'],
      ],
      wrong: [
        ['水', 'Water'],
        ['泡沫', 'Foam'],
      ],
    },
    {
      question: ['燃烧需要哪些条件？', 'What does a fire need?'],
      right: [
        ['可燃物', 'Fuel'],
        ['氧气', 'Oxygen'],
        ['热量', 'Heat'],
      ],
      wrong: [['光线', 'Light']],
    },
    {
      question: ['报火警要说明什么？', 'What is said when a fire is reported?'],
      right: [
        ['地点', 'Where it is'],
        ['燃烧的物品', 'What burns'],
        ['有无被困人员', 'Whether people are trapped'],
      ],
      wrong: [['货物价格', 'What the goods cost']],
    },
    {
      question: ['火灾时不能做什么？', 'What does nobody do in a fire?'],
      right: [
        ['乘坐电梯', 'Take the lift'],
        ['返回取物', 'Go back for things'],
      ],
      wrong: [
        ['低姿前行', 'Keep low'],
        ['捂住口鼻', 'Cover mouth and nose'],
      ],
    },
    {
      question: ['动火作业前要准备什么？', 'What is prepared before hot work?'],
      right: [
        ['审批', 'A permit'],
        ['灭火器', 'An extinguisher'],
        ['监护人', 'Somebody who watches'],
      ],
      wrong: [['音乐', 'Music']],
    },
    {
      question: ['哪些属于易燃液体？', 'Which liquids are flammable?'],
      right: [
        ['酒精', 'Alcohol'],
        ['汽油', 'Petrol'],
      ],
      wrong: [
        ['盐水', 'Salt water'],
        ['牛奶', 'Milk'],
      ],
    },
  ],
  essays: [
    [
      ['简述灭火器的使用步骤。', 'How is an extinguisher used?'],
      ['拔销、对准根部、按压、左右扫射', 'Pull the pin, aim at the base, squeeze, sweep'],
    ],
    [
      ['为什么防火门要保持关闭？', 'Why do fire doors stay closed?'],
      ['阻挡火和烟', 'They hold back fire and smoke'],
    ],
    [
      ['油锅起火怎么办？', 'Oil in a pan burns. What do you do?'],
      ['盖锅盖，关火，不用水', 'Put the lid on, turn the heat off, no water'],
    ],
    [
      ['电动车为什么不能在楼道充电？', 'Why are electric bikes not charged in staircases?'],
      ['起火会堵住疏散通道', 'A fire would block the way out'],
    ],
  ],
  material: [
    '夜间巡查发现：充电区距货物 2 米，两具灭火器相距 45 米，防火门用木块撑开。',
    'At night the charging area is 2 m from the goods, extinguishers are 45 m apart, and a fire door is open.',
  ],
}

const quality: DemoSubject = {
  key: 'quality',
  name: ['质量管理', 'Quality'],
  facts: [
    amount(['常温库温度不高于 ___ 摄氏度', 'The store is at most ___ °C warm'], 30, [40, 45, 50]),
    amount(['冷藏库的温度不高于 ___ 摄氏度', 'The cold store is at most ___ °C warm'], 8, [12, 15, 18]),
    amount(['常温库相对湿度不高于 ___ %', 'The humidity of the store is at most ___ %'], 75, [85, 90, 95]),
    amount(['每批到货抽检不少于 ___ 件', 'At least ___ pieces of each batch are inspected'], 5, [1, 2, 3]),
    amount(['温度记录保存 ___ 年', 'Temperature records are kept for ___ years'], 2, [0, 5, 10]),
    amount(
      ['剩余保质期少于 ___ 天的商品下架', 'Goods with fewer than ___ days left are taken off the shelves'],
      30,
      [1, 2, 3],
    ),
    amount(['投诉须在 ___ 小时内答复', 'Complaints are answered within ___ hours'], 24, [48, 72, 96]),
    amount(['温度计每 ___ 个月校准一次', 'Thermometers are calibrated every ___ months'], 12, [24, 36, 48]),
    amount(['盘点差异超过百分之 ___ 须复盘', 'Differences above ___ % are counted again'], 1, [5, 10, 20]),
    amount(['不合格品须在 ___ 天内处理', 'Rejected goods are dealt with within ___ days'], 7, [30, 60, 90]),
  ],
  groups: [
    {
      question: ['标签上必须有什么？', 'What is on every label?'],
      right: [
        ['品名', 'Name'],
        ['批号', 'Batch'],
        ['有效期', 'Expiry date'],
      ],
      wrong: [['广告语', 'A slogan']],
    },
    {
      question: ['不合格品应当怎么处理？', 'What is done with rejected goods?'],
      right: [
        ['隔离', 'Set apart'],
        ['标识', 'Marked'],
      ],
      wrong: [
        ['打折销售', 'Sold at a discount'],
        ['放回货架', 'Put back'],
      ],
    },
    {
      question: ['哪些商品需要冷藏？', 'Which goods are kept cold?'],
      right: [
        ['鲜奶', 'Fresh milk'],
        ['酸奶', 'Yoghurt'],
      ],
      wrong: [
        ['大米', 'Rice'],
        ['白糖', 'Sugar'],
      ],
    },
    {
      question: ['盘点时要做什么？', 'What is done at a stocktake?'],
      right: [
        ['停止进出', 'Stop movements'],
        ['两人核对', 'Count in pairs'],
        ['记录差异', 'Write down differences'],
      ],
      wrong: [['估算数量', 'Estimate']],
    },
    {
      question: ['召回时要通知谁？', 'Who is told about a recall?'],
      right: [
        ['客户', 'Customers'],
        ['供应商', 'Suppliers'],
      ],
      wrong: [
        ['邻居', 'Neighbours'],
        ['竞争对手', 'Competitors'],
      ],
    },
    {
      question: ['哪些会影响商品质量？', 'What affects the quality of goods?'],
      right: [
        ['湿度', 'Humidity'],
        ['虫鼠', 'Vermin'],
        ['光照', 'Light'],
      ],
      wrong: [['货架颜色', 'Colour of the racks']],
    },
  ],
  essays: [
    [
      ['什么是可追溯性？', 'What is traceability?'],
      ['能查到每批商品的来源和去向', 'Where each batch came from and went'],
    ],
    [
      ['为什么要定期校准温度计？', 'Why are thermometers calibrated?'],
      ['保证记录准确', 'Records are only as good as the instrument'],
    ],
    [
      ['收到破损商品怎么办？', 'Damaged goods arrive. What do you do?'],
      ['拍照、隔离、登记、通知供应商', 'Photograph, set apart, record, tell the supplier'],
    ],
    [
      ['简述抽检的好处。', 'What are samples good for?'],
      ['用较少的人力发现问题', 'They find problems with little work'],
    ],
  ],
  material: [
    '某批酸奶到货时车厢温度为 14 摄氏度，抽检 2 件，未记录批号，当天全部上架。',
    'Yoghurt arrives at 14 °C. Two pieces are inspected, the batch is not written down, and all of it is shelved.',
  ],
}

export const demoSubjects: readonly DemoSubject[] = [storage, fire, quality]
