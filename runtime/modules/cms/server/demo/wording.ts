/** The invented texts of the demo site, in both languages. */
import type { Language } from 'tablewright/protocol'

type Both = Readonly<Record<Language, string>>

const both = (zh: string, en: string): Both => ({ 'zh-cn': zh, en })

export interface DemoChannel {
  readonly key: string
  readonly parent?: string
  readonly name: Both
  readonly model: 'news' | 'products' | 'downloads'
  readonly type?: 'cover' | 'list'
  readonly members?: true
  readonly contribute?: true
  /** It is switched off once its texts are there. */
  readonly off?: true
}

export const channels: readonly DemoChannel[] = [
  { key: 'news', name: both('动态', 'News'), model: 'news', type: 'cover' },
  { key: 'company', parent: 'news', name: both('公司新闻', 'Company'), model: 'news' },
  { key: 'trade', parent: 'news', name: both('行业观察', 'Trade'), model: 'news' },
  { key: 'guides', name: both('指南', 'Guides'), model: 'news' },
  { key: 'members', name: both('会员专区', 'Members only'), model: 'news', members: true },
  { key: 'readers', name: both('读者投稿', 'From readers'), model: 'news', contribute: true },
  { key: 'products', name: both('产品', 'Products'), model: 'products' },
  { key: 'downloads', name: both('下载', 'Downloads'), model: 'downloads' },
  { key: 'trial', name: both('试刊', 'Trial issue'), model: 'news', off: true },
]

export const tags: readonly { readonly key: string; readonly name: Both; readonly links?: true }[] = [
  { key: 'storage', name: both('仓储', 'storage'), links: true },
  { key: 'packing', name: both('包装', 'packing'), links: true },
  { key: 'tea', name: both('茶', 'tea') },
  { key: 'safety', name: both('安全', 'safety') },
  { key: 'kitchen', name: both('厨房', 'kitchen') },
  { key: 'season', name: both('时令', 'season') },
]

/** The state that a text reaches. */
type Story = 'live' | 'draft' | 'review' | 'refused' | 'offline' | 'scheduled' | 'expired' | 'changed' | 'contributed'

export interface DemoText {
  readonly channel: string
  readonly title: Both
  readonly story: Story
  readonly tags: readonly string[]
  /** Yuan or points; absent = free. */
  readonly price?: readonly [amount: string, currency: 'RMB' | 'integral']
  readonly flag?: 'top' | 'hot' | 'recommend' | 'new'
}

const text = (
  channel: string,
  zh: string,
  en: string,
  story: Story = 'live',
  more: Partial<Pick<DemoText, 'price' | 'flag' | 'tags'>> = {},
): DemoText => ({ channel, title: both(zh, en), story, tags: ['storage'], ...more })

export const texts: readonly DemoText[] = [
  text('company', '新仓库启用：三号楼的第一天', 'A new warehouse: the first day of building three', 'live', {
    flag: 'top',
  }),
  text('company', '年度回顾：一万次出库之后', 'The year in review: after ten thousand deliveries', 'live', {
    flag: 'hot',
  }),
  text('company', '我们为什么改用可回收纸箱', 'Why we changed to boxes that can be recycled', 'live', {
    tags: ['packing'],
  }),
  text('company', '客服时间调整通知', 'New hours of our service desk', 'expired', { tags: ['season'] }),
  text('company', '春季招聘：仓管与调度', 'Spring openings: keepers and planners', 'scheduled', { tags: ['season'] }),
  text('company', '与山谷茶园合作十年', 'Ten years with the valley tea garden', 'live', {
    tags: ['tea'],
    flag: 'recommend',
  }),
  text('company', '开放日照片集', 'Pictures of the open day'),
  text('company', '办公楼搬迁说明', 'Our offices are moving', 'draft'),
  text('trade', '小批量发货的三个趋势', 'Three trends in small deliveries', 'live', { tags: ['packing'] }),
  text('trade', '港口拥堵时怎样排期', 'How to plan while ports are crowded'),
  text('trade', '托盘尺寸之争', 'The argument about pallets', 'live', { tags: ['storage', 'safety'] }),
  text('trade', '冷链的最后一公里', 'The last mile of the cold chain', 'review'),
  text('trade', '读数据：退货率为何下降', 'Reading the numbers: why returns fell', 'live', { price: ['9.90', 'RMB'] }),
  text('trade', '快递面单的隐私改造', 'Labels that keep addresses private', 'changed', { tags: ['safety'] }),
  text('guides', '新手入门：一张入库单的旅程', 'For beginners: the way of an inbound order', 'live', {
    flag: 'recommend',
  }),
  text('guides', '货架编号的五条规则', 'Five rules for numbering shelves'),
  text('guides', '易碎品怎样包装', 'How to pack what breaks', 'live', { tags: ['packing', 'kitchen'] }),
  text('guides', '盘点前一天要做的事', 'What to do on the day before stocktaking'),
  text('guides', '雨季防潮清单', 'A list against damp in the rainy season', 'live', { tags: ['season', 'storage'] }),
  text('guides', '叉车安全十问', 'Ten questions about forklifts', 'live', { tags: ['safety'] }),
  text('guides', '茶叶的保存温度', 'At which temperature tea keeps', 'live', { tags: ['tea', 'storage'] }),
  text('guides', '旧版操作手册说明', 'About the former manual', 'offline'),
  text('guides', '仓库照明与节能', 'Light in the warehouse, and what it costs', 'refused'),
  text('members', '会员月报：库存周转', 'Monthly report: how fast stock turns', 'live', { price: ['120', 'integral'] }),
  text('members', '会员问答：如何设置安全库存', 'Questions of members: setting a safety stock'),
  text('members', '内部价目调整预告', 'Prices for members change soon', 'scheduled'),
  text('readers', '我的小店仓库改造记', 'How I rebuilt the store room of my shop', 'contributed', {
    tags: ['kitchen'],
  }),
  text('readers', '用旧茶箱做收纳', 'Storage boxes from old tea chests', 'contributed', { tags: ['tea', 'storage'] }),
  text('readers', '一次失败的盘点', 'A stocktake that went wrong', 'refused'),
  text('readers', '给新手仓管的信', 'A letter to a new keeper', 'review'),
  text('readers', '厨房里的先进先出', 'First in, first out in the kitchen', 'draft', { tags: ['kitchen'] }),
  text('products', '折叠周转箱 60 升', 'Folding box, 60 litres', 'live', { flag: 'new' }),
  text('products', '防潮茶罐三件套', 'Three tea caddies against damp', 'live', { tags: ['tea', 'kitchen'] }),
  text('products', '轻型货架 L2', 'Light shelf L2', 'live'),
  text('products', '手持扫码枪 S1', 'Hand scanner S1', 'review'),
  text('products', '旧款平板车', 'The former platform cart', 'offline'),
  text('downloads', '入库单模板', 'Template of an inbound order', 'live'),
  text('downloads', '货架标签排版文件', 'Layout of shelf labels', 'live', { tags: ['storage'] }),
  text('downloads', '盘点表（打印版）', 'Stocktaking sheet for printing', 'draft'),
  text('trial', '试刊第一期', 'Trial issue one', 'live'),
]

export const paragraphs: readonly Both[] = [
  both(
    '清晨六点，第一辆车到达三号门。仓管员核对单号，托盘在二十分钟内离开月台。',
    'At six in the morning the first lorry stops at gate three. ' +
      'Within twenty minutes the pallets have left the dock.',
  ),
  both(
    '我们把一周的数据摊在桌上：哪些货架最忙，哪些通道最空，答案和想象中不同。',
    'We laid the figures of a week on the table: the busy shelves were not the ones that we had expected.',
  ),
  both(
    '好的仓储从命名开始。每个货架有一个编号，每个编号只有一种读法。',
    'Good storage begins with names. Every shelf has a number, and every number can be read in one way only.',
  ),
  both(
    '包装不是越多越好。合适的尺寸比厚厚的填充物更能保护商品。',
    'More packing is not better packing: the right size protects goods better than a thick filling.',
  ),
  both(
    '雨季来临之前，请检查门缝、地垫和除湿机，并把茶叶移到二层以上。',
    'Before the rainy season, look at doors, mats and driers, and move tea to the second shelf or higher.',
  ),
  both(
    '安全规则写在墙上只是开始，每天早会读一条，三周之后人人都会背。',
    'Rules on a wall are a beginning. One of them read aloud every morning is known by heart after three weeks.',
  ),
  both(
    '先进先出并不复杂：新货放后面，旧货放前面，日期朝外。',
    'First in, first out is simple: new goods go to the back, old ones to the front, dates face outwards.',
  ),
  both(
    '如果只能记住一件事，请记住：先数一遍，再写下来，最后才搬动。',
    'If you remember one thing only, let it be this: count first, write it down, and move the goods last.',
  ),
]

export const paidParagraph: Both = both(
  '详细数据：退货率从百分之六点一降到四点四，其中尺码说明贡献一半，打包照片贡献三成。',
  'The figures in detail: returns fell from 6.1 to 4.4 per cent; ' +
    'half of that came from better notes on sizes, a third from pictures of the packing.',
)
export const paidMark: Both = both('[付费]', '[paid]')
export const subheading: Both = both('现场记录', 'On the spot')
export const refusal: Both = both(
  '请补充图片来源，并删去第二段的广告语。',
  'Name where the pictures come from, and leave out the advertisement in the second paragraph.',
)
export const changedTitle: Both = both('（更新）', ' (updated)')
export const comments: readonly Both[] = [
  both('写得很清楚，正好用得上。', 'Very clear, and just in time.'),
  both('第二步我们也踩过坑。', 'The second step went wrong for us, too.'),
  both('期待下一篇。', 'Looking forward to the next one.'),
  both('图片能再大一点吗？', 'Could the pictures be larger?'),
]
export const blockTitles = {
  carousel: both('新仓库启用', 'Our new warehouse'),
  side: both('关于本站', 'About this site'),
  text: both('由一家仓储公司编写，内容均为虚构。', 'Written by a company with warehouses. All of it is invented.'),
}
export const linkNames: readonly Both[] = [both('山谷茶园', 'Valley tea garden'), both('港口时刻表', 'Port timetable')]
export const words: readonly Both[] = [both('盘点', 'stocktake'), both('包装', 'packing'), both('茶叶', 'tea')]
