/** The questionnaires of the demo. */
import type { Language } from 'tablewright/protocol'
import type { Item, ItemOption } from '../../shared/item.ts'

type Wording = readonly [chinese: string, english: string]

export interface DemoQuestionnaire {
  readonly key: string
  readonly title: string
  readonly description: string
  readonly anonymous: boolean
  readonly sheets: number
  readonly items: readonly Item[]
}

export function demoQuestionnaires(language: Language): readonly DemoQuestionnaire[] {
  const translate = ([chinese, english]: Wording): string => (language === 'zh-cn' ? chinese : english)
  const options = (...labels: readonly Wording[]): readonly ItemOption[] =>
    labels.map((label, index) => ({ key: `k${index + 1}`, label: translate(label) }))
  const rows = (...labels: readonly Wording[]): readonly ItemOption[] =>
    labels.map((label, index) => ({ key: `r${index + 1}`, label: translate(label) }))
  const title = (key: string, label: Wording) => ({ key, title: translate(label) })
  return [
    {
      key: 'satisfaction',
      title: translate(['客户满意度调查', 'Customer satisfaction']),
      description: translate(['约需两分钟，感谢您的意见。', 'It takes about two minutes. Thank you for your opinion.']),
      anonymous: false,
      sheets: 200,
      items: [
        {
          ...title('q1', ['您多久向我们订一次货？', 'How often do you order from us?']),
          kind: 'single',
          must: true,
          options: options(
            ['每周', 'Weekly'],
            ['每月', 'Monthly'],
            ['更少', 'Less often'],
            ['还没有订过', 'Never so far'],
          ),
          jumps: [{ when: { op: 'equals', item: 'q1', value: 'k4' }, to: 'q6' }],
        },
        {
          ...title('q2', ['您对送货的总体评价', 'How do you rate our deliveries?']),
          kind: 'rating',
          must: true,
          scale: 5,
        },
        {
          ...title('q3', ['哪里需要改进？', 'What should get better?']),
          kind: 'multiple',
          must: true,
          options: [
            ...options(['送货时间', 'Time of delivery'], ['包装', 'Packaging'], ['单据', 'Documents']),
            { key: 'k4', label: translate(['其他', 'Something else']), other: true },
          ],
          show: { op: 'compare', item: 'q2', sign: '<=', value: 3 },
        },
        {
          ...title('q4', ['请评价各类商品', 'Rate our goods']),
          kind: 'matrix',
          must: true,
          options: options(['好', 'Good'], ['一般', 'Fair'], ['差', 'Poor']),
          rows: rows(['食品', 'Food'], ['日用品', 'Household goods']),
        },
        {
          ...title('q5', ['收货时的照片（可选）', 'A picture of a delivery (optional)']),
          kind: 'image',
          must: false,
          fileNum: 2,
          show: { op: 'contains', item: 'q3', value: 'k2' },
        },
        { ...title('q6', ['还有什么想说的？', 'Is there anything else?']), kind: 'short', must: false, maxLength: 500 },
      ],
    },
    {
      key: 'working',
      title: translate(['员工工作环境调查（匿名）', 'How we work (anonymous)']),
      description: translate(['匿名填写，不保存身份。', 'Nothing about you is stored.']),
      anonymous: true,
      sheets: 120,
      items: [
        {
          ...title('q1', ['您在哪个区域工作？', 'Where do you work?']),
          kind: 'dropdown',
          must: true,
          options: options(['收货', 'Receiving'], ['拣货', 'Picking'], ['发货', 'Shipping'], ['办公室', 'Office']),
        },
        {
          ...title('q2', ['您对工作环境的评分', 'How do you like working here?']),
          kind: 'rating',
          must: true,
          scale: 10,
        },
        {
          ...title('q3', ['您每周加班几小时？', 'Hours of overtime in a week']),
          kind: 'fill_in',
          must: false,
          maxLength: 3,
        },
        {
          ...title('q4', ['加班的主要原因', 'Why do you work overtime?']),
          kind: 'short',
          must: false,
          maxLength: 500,
          show: { op: 'compare', item: 'q3', sign: '>', value: 0 },
        },
      ],
    },
    {
      key: 'party',
      title: translate(['年会报名', 'Summer party']),
      description: translate(['每个时段名额有限。', 'There are only so many places.']),
      anonymous: false,
      sheets: 80,
      items: [
        {
          ...title('q1', ['您参加吗？', 'Will you come?']),
          kind: 'single',
          must: true,
          options: options(['参加', 'Yes'], ['不参加', 'No']),
          jumps: [{ when: { op: 'equals', item: 'q1', value: 'k2' }, to: 'end' }],
        },
        {
          ...title('q2', ['几点到？', 'When?']),
          kind: 'single',
          must: true,
          options: options(['下午', 'In the afternoon'], ['晚上', 'In the evening']).map((option) => ({
            ...option,
            quota: 60,
          })),
        },
        { ...title('q3', ['同行人数', 'How many people do you bring?']), kind: 'fill_in', must: true, maxLength: 2 },
      ],
    },
  ]
}
