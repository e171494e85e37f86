import { words, type Root } from './plan.ts'

export const care: Root = {
  name: '个护清洁',
  field: 'home',
  branches: [
    {
      name: '个人护理',
      leaves: [
        {
          name: '洗发沐浴',
          goods: words('洗发露 护发素 沐浴露 洗手液'),
          variants: words('柔顺 控油 茶树 樱花香 氨基酸'),
          specs: words('400ml 750ml 1L'),
          area: '个护清洁区',
          unit: '瓶',
          price: [1590, 6990],
          shape: 'pump',
          hue: 282,
        },
        {
          name: '口腔护理',
          goods: words('牙膏 软毛牙刷 漱口水 牙线棒'),
          variants: words('薄荷 亮白 抗敏 竹炭 儿童'),
          specs: words('单支装 三支装 家庭装'),
          area: '个护清洁区',
          unit: '支',
          price: [590, 3990],
          shape: 'tube',
          hue: 174,
        },
      ],
    },
    {
      name: '家居清洁',
      leaves: [
        {
          name: '衣物洗护',
          goods: words('洗衣液 洗衣凝珠 柔顺剂 衣领净'),
          variants: words('薰衣草香 除菌 深层洁净 婴幼儿 低泡'),
          specs: words('500g×12 2kg×6 3kg×4'),
          area: '个护清洁区',
          unit: '箱',
          price: [7800, 19800],
          shape: 'jug',
          hue: 228,
        },
        {
          name: '厨卫清洁',
          goods: words('洗洁精 油污净 洁厕液 管道疏通剂'),
          variants: words('柠檬 强力 浓缩 海盐 泡沫型'),
          specs: words('500g 1.1kg 5kg'),
          area: '个护清洁区',
          unit: '桶',
          price: [690, 4290],
          shape: 'jug',
          hue: 142,
        },
      ],
    },
    {
      name: '纸品棉品',
      leaves: [
        {
          name: '生活用纸',
          goods: words('抽纸 卷纸 厨房用纸 手帕纸'),
          variants: words('竹浆 原木浆 加厚四层 无香 大规格'),
          specs: words('整箱12提 整箱24包 整箱30包'),
          area: '纸品区',
          unit: '箱',
          price: [3900, 9900],
          shape: 'roll',
          hue: 190,
        },
        {
          name: '湿巾棉品',
          goods: words('清洁湿巾 洗脸巾 化妆棉 棉签'),
          variants: words('纯水 加厚 珍珠纹 便携 大包'),
          specs: words('小包装 标准装 家庭装'),
          area: '纸品区',
          unit: '包',
          price: [590, 2990],
          shape: 'carton',
          hue: 168,
        },
      ],
    },
  ],
}
