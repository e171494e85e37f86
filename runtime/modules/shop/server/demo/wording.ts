/** Texts of the demo shop. All of it is invented. */
import type { Text } from 'tablewright/protocol'

export const introduction: Text = {
  'zh-cn': '仓库现货，付款后当天拣货。收到的商品如有问题，可在发货后十五天内申请退款。',
  en:
    'In stock and picked on the day you pay. If something is wrong with it, request a refund within fifteen days of ' +
    'shipping.',
}

/** Provinces by their codes. */
export const freightRules = [
  {
    name: { 'zh-cn': '江浙沪', en: 'Shanghai, Jiangsu, Zhejiang' },
    provinces: ['310000', '320000', '330000'],
    fee: '6.00',
    kgFee: '0.00',
    freeFrom: '99.00',
  },
  {
    name: { 'zh-cn': '偏远地区', en: 'Remote regions' },
    provinces: ['540000', '650000'],
    fee: '25.00',
    kgFee: '8.00',
    freeFrom: null,
  },
] as const

interface DemoAddress {
  readonly name: Text
  readonly region: string
  readonly address: Text
}

export const addresses: readonly DemoAddress[] = [
  {
    name: { 'zh-cn': '林悦', en: 'Amelia Hart' },
    region: '330106',
    address: { 'zh-cn': '文三路 100 号 2 幢 301 室', en: 'Room 301, Building 2, 100 Wensan Road' },
  },
  {
    name: { 'zh-cn': '陈牧', en: 'Noah Reed' },
    region: '310115',
    address: { 'zh-cn': '世纪大道 88 号 12 层', en: 'Floor 12, 88 Century Avenue' },
  },
  {
    name: { 'zh-cn': '周宁', en: 'Isla Marsh' },
    region: '110105',
    address: { 'zh-cn': '建国路 9 号院 4 号楼', en: 'Building 4, 9 Jianguo Road' },
  },
  {
    name: { 'zh-cn': '吴桥', en: 'Leo Frost' },
    region: '440305',
    address: { 'zh-cn': '科技园南区 6 栋 508', en: 'Room 508, Building 6, Science Park South' },
  },
]

export const reasons = {
  broken: { 'zh-cn': '外包装破损，里面有一件碎了', en: 'The box was damaged and one piece is broken' },
  unneeded: { 'zh-cn': '拍错了，不需要了', en: 'Ordered by mistake' },
  wrong: { 'zh-cn': '颜色与描述不符', en: 'The color is not as described' },
} as const satisfies Readonly<Record<string, Text>>

export const remark: Text = { 'zh-cn': '请放门口快递柜，谢谢。', en: 'Please leave it in the parcel locker.' }
