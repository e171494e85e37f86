/** Where people and partners of the demo live: real cities, invented streets, invented people. */
import type { Random } from './random.ts'
import type { Wording } from './wording.ts'

export const cities: readonly string[] = [
  '北京市',
  '上海市',
  '天津市',
  '重庆市',
  '杭州市',
  '宁波市',
  '温州市',
  '嘉兴市',
  '金华市',
  '台州市',
  '南京市',
  '苏州市',
  '无锡市',
  '常州市',
  '南通市',
  '徐州市',
  '合肥市',
  '芜湖市',
  '福州市',
  '厦门市',
  '泉州市',
  '南昌市',
  '九江市',
  '济南市',
  '青岛市',
  '烟台市',
  '潍坊市',
  '郑州市',
  '洛阳市',
  '武汉市',
  '宜昌市',
  '长沙市',
  '株洲市',
  '广州市',
  '深圳市',
  '佛山市',
  '东莞市',
  '中山市',
  '惠州市',
  '南宁市',
  '桂林市',
  '海口市',
  '成都市',
  '绵阳市',
  '贵阳市',
  '昆明市',
  '西安市',
  '宝鸡市',
  '兰州市',
  '银川市',
  '太原市',
  '石家庄市',
  '唐山市',
  '保定市',
  '沈阳市',
  '大连市',
  '长春市',
  '哈尔滨市',
]

const roads: readonly string[] = [
  '青禾路',
  '望川街',
  '云栈路',
  '梧桐里大街',
  '东篱路',
  '锦溪路',
  '长亭西路',
  '远山道',
  '松涧路',
  '枫桥东街',
  '石榴巷',
  '采薇路',
  '临泉路',
  '星野大道',
]
const sites: readonly string[] = ['物流园', '商贸城', '产业园', '批发市场', '仓储中心']

const surnames = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕']
const givenNames: readonly string[] = [
  '建国',
  '丽华',
  '志强',
  '秀英',
  '晓东',
  '海燕',
  '文博',
  '雨桐',
  '子涵',
  '国栋',
  '玉兰',
  '俊杰',
  '思远',
  '佳怡',
  '伟',
  '芳',
  '敏',
  '磊',
  '静',
  '涛',
  '明轩',
  '春梅',
  '振宇',
  '婷婷',
  '浩然',
  '雪莹',
  '立新',
  '桂芝',
  '永刚',
  '晨曦',
]

export const personName = (random: Random, { person }: Wording): string =>
  person(random.pick(surnames), random.pick(givenNames))

export function streetAddress(random: Random, { address }: Wording): string {
  const [road, number] = [random.pick(roads), random.int(1, 399)]
  return random.chance(0.4)
    ? address(road, number, { name: random.pick(sites), building: random.int(1, 12) })
    : address(road, number)
}

/** A mobile number nobody owns: the middle block 0000 is not given out. `number` keeps numbers apart. */
export function mobileOf(number: number): string {
  const networks = ['130', '131', '135', '136', '137', '138', '139']
  const network = networks[Math.floor(number / 10_000) % networks.length] as string
  return `${network}0000${String((number * 7919 + 1234) % 10_000).padStart(4, '0')}`
}
