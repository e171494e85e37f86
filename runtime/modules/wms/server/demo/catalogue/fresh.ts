import { words, type Root } from './plan.ts'

export const fresh: Root = {
  name: '生鲜冷链',
  field: 'food',
  branches: [
    {
      name: '乳品蛋类',
      leaves: [
        {
          name: '低温乳品', goods: words('鲜牛奶 风味酸奶 乳酸菌饮品 希腊酸奶'), variants: words('原味 草莓 黄桃 零蔗糖 高钙'),
          specs: words('180g×12杯 450ml×6盒 950ml×4盒'), area: '乳品冷藏区', unit: '箱', price: [3900, 8900], days: [7, 21], shape: 'carton', hue: 205,
        },
        {
          name: '蛋及蛋制品', goods: words('鲜鸡蛋 柴鸡蛋 咸鸭蛋 松花蛋'), variants: words('农家 谷物 富硒 精选 礼盒'),
          specs: words('10枚 20枚 30枚'), area: '蛋品冷藏区', unit: '盒', price: [1290, 5990], days: [30, 90], shape: 'egg', hue: 34,
        },
      ],
    },
    {
      name: '鲜肉水产',
      leaves: [
        {
          name: '冷鲜肉品', goods: words('猪里脊 牛腱子 鸡胸肉 羊腿肉'), variants: words('冷鲜 精选 山林 精修 农家'),
          specs: words('散装称重 真空分割 托盘装'), area: '鲜肉冷藏区', unit: '千克', price: [2180, 11800], days: [7, 15], shape: 'steak', hue: 356,
        },
        {
          name: '冷冻水产', goods: words('带鱼段 虾仁 鱿鱼须 鳕鱼排'), variants: words('船冻 深海 单冻 精选 急冻'),
          specs: words('散装称重 冰衣10% 冰衣20%'), area: '水产冷冻区', unit: '千克', price: [2860, 13800], days: [270, 540], shape: 'fish', hue: 198,
        },
      ],
    },
    {
      name: '速冻食品',
      leaves: [
        {
          name: '速冻面点', goods: words('猪肉水饺 奶黄包 葱油手抓饼 鲜肉小馄饨'), variants: words('手工 家庭装 薄皮 早餐 儿童'),
          specs: words('450g×20袋 1kg×10袋 500g×16袋'), area: '速冻食品区', unit: '箱', price: [9800, 23800], days: [270, 365], shape: 'pouch', hue: 222,
        },
        {
          name: '冰淇淋', goods: words('香草冰淇淋 巧克力脆皮雪糕 绿豆冰棍 抹茶甜筒'), variants: words('经典 迷你 低糖 浓醇 家庭装'),
          specs: words('75g×40支 85g×24支 500g×8桶'), area: '速冻食品区', unit: '箱', price: [5800, 16800], days: [365, 540], shape: 'tub', hue: 326,
        },
      ],
    },
  ],
}
