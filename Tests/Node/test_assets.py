"""The index of assets that a control gives a node, and a node without one."""

import json
import urllib.request

from local_node import LocalNode

OWNER = "4m7FfrjpeiX9WZ1nRGa6qFL7WTSEFRftp8ZuHJG7LT1e"
NOT_FOUND = -32601


def ask(node: LocalNode, method: str, parameters: object) -> dict:
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}).encode()
    with urllib.request.urlopen(urllib.request.Request(node.url, body, {"Content-Type": "application/json"}), timeout=60) as answer:
        return json.load(answer)


def test_an_index_answers_by_names_and_in_pages_and_only_where_there_is_one():
    with LocalNode("--slot-ms", "0") as node:
        wanted = {"ownerAddress": OWNER, "page": 2, "limit": 2}
        assert ask(node, "getAssetsByOwner", wanted)["error"]["code"] == NOT_FOUND
        assert ask(node, "getAsset", {"id": "a"})["error"]["code"] == NOT_FOUND
        node.control(assets=[{"id": each} for each in "abc"])
        assert ask(node, "getAssetsByOwner", wanted)["result"] == {"total": 1, "limit": 2, "page": 2, "items": [{"id": "c"}]}
        assert ask(node, "getAsset", {"id": "b"})["result"] == {"id": "b"}
        assert ask(node, "getAsset", {"id": "d"})["error"]["code"] == -32000
        assert ask(node, "getAssetsByOwner", [OWNER])["error"]["code"] == -32602
        node.control(assets=None)
        assert ask(node, "getAssetsByOwner", wanted)["error"]["code"] == NOT_FOUND
