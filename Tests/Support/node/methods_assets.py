"""The index of a node that offers the Digital Asset Standard: what `/control` gave it with `assets`. Without that it offers none."""

from typing import Any

from .errors import METHOD_NOT_FOUND, RPCError, invalid
from .request import Request, method


def index(request: Request) -> list[dict[str, Any]]:
    if request.machine.assets is None:
        raise RPCError(METHOD_NOT_FOUND, "Method not found")
    return request.machine.assets


@method("getAssetsByOwner")
def get_assets_by_owner(request: Request) -> Any:
    found = index(request)
    page, limit = request.named.get("page"), request.named.get("limit")
    if not isinstance(request.named.get("ownerAddress"), str) or not isinstance(page, int) or not isinstance(limit, int):
        raise invalid("Invalid params")
    # An index that lies says this of everybody.
    part = found[(page - 1) * limit : page * limit]
    return {"total": len(part), "limit": limit, "page": page, "items": part}


@method("getAsset")
def get_asset(request: Request) -> Any:
    for each in index(request):
        if each["id"] == request.named.get("id"):
            return each
    raise RPCError(-32000, "Database Error: RecordNotFound Error: Asset Not Found")
