"""What PROJ (pyproj) says of projected EPSG codes, asked by code alone: one JSON line per code.

python3 pyproj_oracle.py all | CODE …
{"code": 28992, "metres": 1.0, "base": 4289, "degrees": 1.0, "projected": [[longitude, latitude, easting, northing], …],
 "operation": "…", "changed": [[longitude, latitude, easting, northing], …]}
`projected` goes from the system's own geographic system, `changed` from WGS 84 by the best operation for the place.
"""

import json
import math
import sys

from pyproj import CRS, Transformer
from pyproj.aoi import AreaOfInterest
from pyproj.database import query_crs_info
from pyproj.enums import PJType
from pyproj.transformer import TransformerGroup

def places(area):
    east = area.east if area.east >= area.west else area.east + 360
    for x, y in ((0.5, 0.5), (0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)):
        longitude = area.west + (east - area.west) * x
        yield (longitude - 360 if longitude > 180 else longitude, area.south + (area.north - area.south) * y)


def answer(code, area):
    crs = CRS.from_epsg(code)
    base = crs.geodetic_crs.to_epsg()
    line = {"code": code, "metres": crs.axis_info[0].unit_conversion_factor, "base": base}
    line["degrees"] = math.degrees(crs.geodetic_crs.axis_info[0].unit_conversion_factor)
    line["directions"] = [axis.direction for axis in crs.axis_info[:2]]
    if base is not None:
        way = Transformer.from_crs(base, code, always_xy=True)
        line["projected"] = [[x, y, *way.transform(x, y)] for x, y in places(area)]
    x, y = next(places(area))
    box = AreaOfInterest(x - 0.01, y - 0.01, x + 0.01, y + 0.01)
    group = TransformerGroup(4326, code, always_xy=True, area_of_interest=box, allow_ballpark=False)
    if group.transformers:
        line["operation"] = group.transformers[0].description
        line["changed"] = [x, y, *group.transformers[0].transform(x, y)]
    return line


wanted = None if sys.argv[1:] == ["all"] else {int(code) for code in sys.argv[1:]}
for info in query_crs_info(auth_name="EPSG", pj_types=PJType.PROJECTED_CRS):
    code = int(info.code)
    if (wanted is None or code in wanted) and info.area_of_use is not None:
        try:
            print(json.dumps(answer(code, info.area_of_use)), flush=True)
        except Exception as error:  # one code that pyproj itself cannot do is a line of the comparison
            print(json.dumps({"code": code, "error": str(error)}), flush=True)
