import { words, type Root } from './plan.ts'

export const home: Root = {
  name: '家居日用',
  field: 'home',
  branches: [
    {
      name: '厨房用具',
      leaves: [
        {
          name: '锅具',
          goods: words('炒锅 汤锅 平底锅 奶锅'),
          variants: words('不粘 精铁 不锈钢 麦饭石色 珐琅'),
          specs: words('20cm 28cm 32cm'),
          area: '家居日用区',
          unit: '个',
          price: [5900, 32900],
          shape: 'pan',
          hue: 210,
        },
        {
          name: '餐具水具',
          goods: words('汤碗 餐盘 玻璃杯 保温杯'),
          variants: words('釉下彩 纯白 磨砂 竖纹 双层'),
          specs: words('单只装 四只装 六只装'),
          area: '家居日用区',
          unit: '套',
          price: [1290, 12900],
          shape: 'cup',
          hue: 18,
        },
      ],
    },
    {
      name: '床品布艺',
      leaves: [
        {
          name: '毛巾浴巾',
          goods: words('毛巾 浴巾 方巾 干发帽'),
          variants: words('长绒棉 竹纤维 素色 提花 速干'),
          specs: words('单条装 两条装 礼盒装'),
          area: '家居日用区',
          unit: '件',
          price: [890, 6890],
          shape: 'towel',
          hue: 336,
        },
        {
          name: '床上用品',
          goods: words('四件套 被套 枕套 夏凉被'),
          variants: words('水洗棉 60支长绒棉 素色 格纹 天丝'),
          specs: words('1.2m床 1.5m床 1.8m床'),
          area: '家居日用区',
          unit: '套',
          price: [6900, 39900],
          shape: 'towel',
          hue: 246,
        },
      ],
    },
    {
      name: '收纳鞋品',
      leaves: [
        {
          name: '收纳用品',
          goods: words('收纳箱 抽屉分隔盒 压缩袋 置物架'),
          variants: words('可叠放 加厚 透明 带轮 布艺'),
          specs: words('小号 中号 大号'),
          area: '家居日用区',
          unit: '个',
          price: [990, 15900],
          shape: 'crate',
          hue: 52,
        },
        {
          name: '居家鞋品',
          goods: words('凉拖鞋 棉拖鞋 浴室拖鞋 雨鞋'),
          variants: words('防滑 轻便 加绒 厚底 静音'),
          specs: words('36-37码 40-41码 42-43码'),
          area: '家居日用区',
          unit: '双',
          price: [1290, 5990],
          shape: 'slipper',
          hue: 8,
        },
      ],
    },
  ],
}
